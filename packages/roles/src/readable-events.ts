import type { Notice } from '@artoo/bus'
import { type Journal, readEvents } from '@artoo/runtime'
import { errorCode } from '@artoo/spec'
import type { ArtooEvent } from './messages/contracts.js'

/** The events of a task, or the code of why there are none. @throws whatever the journal throws without a code. */
export async function readableEvents(
  journal: Journal,
  taskId: string,
): Promise<readonly (ArtooEvent | Notice)[] | string> {
  try {
    return await readEvents<ArtooEvent | Notice>(journal, taskId)
  } catch (error) {
    const code = errorCode(error)
    if (code === undefined) throw error
    return code
  }
}
