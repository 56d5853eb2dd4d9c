import type { Notice } from '@artoo/bus'
import type { ArtooEvent, FinalResult } from '@artoo/roles'

/** Everything that happens in a task: a union discriminated by `type`. */
export type RunEvent = ArtooEvent | Notice

/**
 * A task under way. Await it for the result, iterate it for the events; both any number of times. The result never
 * rejects for anything a model, a tool or a limit does: such a task ends with a `FinalResult` like any other.
 */
export interface RunHandle extends PromiseLike<FinalResult>, AsyncIterable<RunEvent> {
  readonly taskId: string
  /** What awaiting the handle gives, as a promise of its own. */
  readonly result: Promise<FinalResult>
  /** The events so far. */
  readonly events: readonly RunEvent[]
}
