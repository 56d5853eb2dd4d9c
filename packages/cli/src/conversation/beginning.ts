import type { Journal, PermissionMode } from '@artoo/sdk'
import { ArtooError } from '@artoo/spec'
import { isPermissionMode } from '@artoo/tools'

/** The user's words that a task began with, and its mode; null where it is that of the instance. */
export async function beginningOf(
  journal: Journal,
  taskId: string,
): Promise<{ readonly text: string; readonly mode: PermissionMode | null }> {
  for await (const line of journal.read(taskId)) {
    if (line.kind !== 'start') continue
    const { begin, permissions } = line.run ?? {}
    const { text }: { readonly text?: unknown } = Object(Object(begin).payload)
    const mode = permissions?.mode
    return { text: typeof text === 'string' ? text : '', mode: isPermissionMode(mode) ? mode : null }
  }
  throw new ArtooError('unknown_task', `the journal has no run ${taskId}`, { field: 'taskId' })
}
