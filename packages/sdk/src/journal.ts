import type { RunEvent } from './run-handle.js'

/** Where a task's log goes. The log alone is enough to see, later, what happened and why. */
export interface Journal {
  /**
   * Called with every event in order, before anyone acts on it. A throw, or a rejection, ends a task that still runs; no
   * more of it is journalled, and the auditor reports it. Events of all tasks of an instance are numbered together.
   */
  append(event: RunEvent): void | Promise<void>
  /**
   * Called once when the task has ended, also after a failed `append`; resolves when its log is written. A failure is
   * reported by the auditor.
   */
  finish?(taskId: string): Promise<void> | void
}
