import { type Journal, readEvents } from '@artoo/runtime'
import { errorCode } from '@artoo/spec'
import type { Event } from './event.js'

/** The events of a task, or the code of why there are none. @throws whatever the journal throws without a code. */
export async function readableEvents(journal: Journal, taskId: string): Promise<readonly Event[] | string> {
  try {
    return await readEvents<Event>(journal, taskId)
  } catch (error) {
    const code = errorCode(error)
    if (code === undefined) throw error
    return code
  }
}
