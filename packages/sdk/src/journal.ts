import type { RunEvent } from './run-handle.js'

/** Where a task's log goes. The log alone is enough to see, later, what happened and why. */
export interface Journal {
  /** Called with every event in order, before anyone acts on it. A throw ends the task. */
  append(event: RunEvent): void
  /** Called once after the task's last event; resolves when the task's log is written. */
  finish?(taskId: string): Promise<void> | void
}
