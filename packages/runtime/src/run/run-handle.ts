import type { Contracts, EnvelopeOf, Notice, PayloadOf } from '@artoo/bus'

/** Everything that happens in a run: a union discriminated by `type`. */
export type RunEventOf<C extends Contracts> = EnvelopeOf<C> | Notice

/**
 * A run under way. Await it for the result, iterate it for the events; both any number of times. An event is shown once it
 * stands in the journal. The result rejects only when the controller itself failed, never for anything that a model, a tool
 * or a limit does.
 */
export interface RunHandle<C extends Contracts, Result extends keyof C & string>
  extends PromiseLike<PayloadOf<C, Result>>,
    AsyncIterable<RunEventOf<C>> {
  readonly taskId: string
  /** What awaiting the handle gives, as a promise of its own. */
  readonly result: Promise<PayloadOf<C, Result>>
  /** The events so far. */
  readonly events: readonly RunEventOf<C>[]
}
