import type { Contracts, EnvelopeOf, Notice, PayloadOf } from '@artoo/bus'
import type { PermissionMode } from '@artoo/tools'
import { type Interrupted, isInterrupted } from '../durable/interrupted.js'
import { isWaiting, type Waiting } from '../durable/person-requests.js'
import type { System } from '../system.js'
import type { AnswerPiece, AnswerStream } from './answer-stream.js'
import type { EventLog } from './event-log.js'

/** Everything that happens in a run: a union discriminated by `type`. */
export type RunEventOf<C extends Contracts> = EnvelopeOf<C> | Notice

/**
 * A run under way. Await it for the result, iterate it for the events; both any number of times. An event is shown once it
 * stands in the journal. The result rejects when the controller itself failed, never for anything that a model, a tool or a limit does.
 */
export interface RunHandle<
  C extends Contracts,
  Result extends keyof C & string,
  Outcome = PayloadOf<C, Result> | Interrupted,
> extends PromiseLike<Outcome>,
    AsyncIterable<RunEventOf<C>> {
  readonly taskId: string
  /** What awaiting the handle gives, as a promise of its own. */
  readonly result: Promise<Outcome>
  /** The events so far. */
  readonly events: readonly RunEventOf<C>[]
  /**
   * The text of the answer while it is written, as often as you like. No event: it stands in no journal and comes in no order with those. What it
   * has given since its last `answer_reset` is, when it ends, the text of the result.
   */
  readonly answer: AsyncIterable<AnswerPiece>
  /**
   * Takes the run out of this process, as a crash would, but in order: what is under way is cut off, the journal is written to where the run
   * is, and its lease is given up. The handle gives `Interrupted`, and `resume` goes on with the run. No effect on one that has a result.
   *
   * @throws {ArtooError} `no_journal` when nobody could go on with it: without a journal that outlives the process, or as a part of another run.
   */
  interrupt(): void
  /**
   * Gives the permissions of the run another mode, from the next call on. A freer one is a person's to give: `by` is the name, for the log.
   *
   * @throws {ArtooError} `invalid_option` for a mode that there is not, or a freer one without `by`; `task_ended` when the run is not under way.
   */
  setMode(mode: PermissionMode, options?: { readonly by?: string | undefined }): void
}

/** A run that may wait for a person: what awaiting it gives is the result, or what it waits for. */
export type WaitingRunHandle<C extends Contracts, Result extends keyof C & string, Else = Interrupted> = RunHandle<
  C,
  Result,
  PayloadOf<C, Result> | Waiting | Else
>

/** What can be seen of a run from outside. */
export interface View<C extends Contracts> {
  readonly log: EventLog<RunEventOf<C>>
  readonly answer: AnswerStream
  /** Its handle was told to interrupt it. */
  interrupted: boolean
}

type Controls = Pick<RunHandle<Contracts, string>, 'interrupt' | 'setMode'>

/** A handle on what is under way, or is about to be. */
export function runHandle<C extends Contracts, Result extends keyof C & string, Outcome>(
  taskId: string,
  { log, answer }: View<C>,
  answerOf: System<C, string, Result>['answerOf'],
  outcome: Promise<unknown>,
  { interrupt, setMode }: Controls,
): RunHandle<C, Result, Outcome> {
  const hasNoText = (value: unknown) => isWaiting(value) || isInterrupted(value)
  const text = (value: unknown) => (hasNoText(value) ? null : (answerOf?.(value as PayloadOf<C, Result>) ?? null))
  const result = outcome.finally(log.end) as Promise<Outcome>
  // A handle that nobody awaits is no error.
  result.then(
    (value) => answer.end(text(value)),
    () => answer.end(null),
  )
  return {
    taskId,
    result,
    events: log.events,
    interrupt,
    setMode,
    answer: { [Symbol.asyncIterator]: () => answer[Symbol.asyncIterator]() },
    // biome-ignore lint/suspicious/noThenProperty: a handle is awaited for its result
    then: (onResult, onError) => result.then(onResult, onError),
    [Symbol.asyncIterator]: () => log[Symbol.asyncIterator](),
  }
}
