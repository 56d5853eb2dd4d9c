import type { Notice } from '@artoo/bus'
import type { ArtooEvent } from '../messages/contracts.js'

/** What the auditor keeps of a running task, to notice what no single event shows. */
export interface TaskTrace {
  readonly results: number
  readonly subtasks: readonly string[]
  /** D of the last `break_symmetry` round, when the last directive was one. */
  readonly stuckAt: number | null
}

export const emptyTrace: TaskTrace = { results: 0, subtasks: [], stuckAt: null }

/** Follows one task by one event; `anomaly` says what is wrong, if anything is. */
export function trace(task: TaskTrace, event: ArtooEvent | Notice): readonly [TaskTrace, anomaly: string | null] {
  switch (event.type) {
    case 'FinalResult': {
      const results = task.results + 1
      return [{ ...task, results }, results > 1 ? 'more than one FinalResult' : null]
    }
    case 'SubTask': {
      if (event.to !== 'R3') return [task, null]
      const { subtaskId } = event.payload
      const anomaly = task.subtasks.includes(subtaskId) ? `subtask ${subtaskId} was dispatched twice` : null
      return [{ ...task, subtasks: [...task.subtasks, subtaskId] }, anomaly]
    }
    case 'PlanDirective': {
      const { directive, loss } = event.payload
      if (directive !== 'break_symmetry') return [{ ...task, stuckAt: null }, null]
      const thrashing = task.stuckAt !== null && loss.D >= task.stuckAt
      return [{ ...task, stuckAt: loss.D }, thrashing ? 'thrashing: break_symmetry again, and D did not fall' : null]
    }
    case 'MemoryReading':
      return [task, event.payload.error && `memory could not be read: ${event.payload.error}`]
    case 'JournalFailure':
      return [task, `the journal is incomplete: ${event.payload.message}`]
    case 'MemoryFailure':
      return [task, `an experience was lost: ${event.payload.message}`]
    default:
      return [task, null]
  }
}
