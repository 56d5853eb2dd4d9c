import type { Contracts, EnvelopeOf, Notice, PayloadOf } from '@artoo/bus'
import type { PermissionMode } from '@artoo/tools'
import { type Interrupted, isInterrupted } from '../durable/interrupted.js'
import { isWaiting, type Waiting } from '../people/person-requests.js'
import type { AnswerPiece, AnswerStream } from '../scope/answer-stream.js'
import type { EventLog } from '../scope/event-log.js'
import type { System } from '../scope/system.js'
import type { withResolvers } from '../time/with-resolvers.js'
import { taskEnded } from './assertions.js'
import type { StartedRun } from './started-run.js'

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
  Value = unknown,
> extends PromiseLike<Outcome>,
    AsyncIterable<RunEventOf<C>> {
  readonly taskId: string
  /** The outcome of the run, as a promise of its own. */
  readonly result: Promise<Outcome>
  /** The events so far. */
  readonly events: readonly RunEventOf<C>[]
  /**
   * The text of the answer while it is written, or its data, with the reasoning that providers show; can be iterated any
   * number of times. It is not an event: it is not in the journal and has no order with the events. The texts since its
   * last `answer_reset` are, when it ends, the text of the result.
   */
  readonly answer: AsyncIterable<AnswerPiece<Value>>
  /**
   * Takes the run out of this process, as a crash would, but in order: work under way is aborted, the journal is
   * written up to this point, and its lease is released. The handle resolves to `Interrupted`, and `resume` continues
   * the run. No effect on a run that has a result.
   *
   * @throws {ArtooError} `no_journal` when no process could continue it: without a journal that outlives the process,
   * or as a part of another run.
   */
  interrupt(): void
  /**
   * Adds the user's words to a task under way: the model hears them with its next call, and an answer that was written
   * without them is asked for again. Resolves when they stand in the journal. Words that nobody heard before the end are
   * in the result's `missing`.
   *
   * @example
   * const run = artoo.run('Plan the trip to Rome.')
   * await run.send('By train, not by plane.')
   *
   * @throws {ArtooError} `invalid_input` for an empty text or more than a run can be told, `task_ended` when it is not
   * under way any more, `words_not_taken` for a system that hears none, `journal_failed`.
   */
  send(text: string): Promise<void>
  /**
   * Changes the mode of the run's permissions, from the next call on. A freer mode needs a person: `by` is the name,
   * for the log.
   *
   * @throws {ArtooError} `invalid_option` for an unknown mode, or a freer one without `by`; `task_ended` when the run
   * is not under way.
   */
  setMode(mode: PermissionMode, options?: { readonly by?: string | undefined }): void
}

/** A run that may wait for a person: await it for the result, or for a `Waiting` with the open questions. */
export type WaitingRunHandle<C extends Contracts, Result extends keyof C & string, Else = Interrupted> = RunHandle<
  C,
  Result,
  PayloadOf<C, Result> | Waiting | Else
>

/** The outside view of a run. */
export interface View<C extends Contracts> {
  readonly log: EventLog<RunEventOf<C>>
  readonly answer: AnswerStream
  /** Rejects when the run ends before it has begun. */
  readonly started: ReturnType<typeof withResolvers<StartedRun>>
  /** True after its handle's `interrupt()` was called. */
  interrupted: boolean
}

type Controls = Pick<RunHandle<Contracts, string>, 'interrupt' | 'setMode'>

/** The handle of a run that is under way, or is about to be. */
export function runHandle<C extends Contracts, Result extends keyof C & string, Outcome>(
  taskId: string,
  { log, answer, started }: View<C>,
  answerOf: System<C, string, Result>['answerOf'],
  outcome: Promise<unknown>,
  { interrupt, setMode }: Controls,
): RunHandle<C, Result, Outcome> {
  const hasNoText = (value: unknown) => isWaiting(value) || isInterrupted(value)
  const text = (value: unknown) => (hasNoText(value) ? null : (answerOf?.(value as PayloadOf<C, Result>) ?? null))
  const result = outcome.finally(log.end) as Promise<Outcome>
  started.promise.catch(() => undefined)
  // A handle that is not awaited must not cause an unhandled rejection.
  result.then(
    (value) => answer.end(text(value)),
    () => answer.end(null),
  )
  const neverStarted = () => started.reject(taskEnded(taskId))
  result.then(neverStarted, neverStarted)
  return {
    taskId,
    result,
    events: log.events,
    interrupt,
    setMode,
    send: async (words) => (await started.promise).send(words),
    answer: { [Symbol.asyncIterator]: () => answer[Symbol.asyncIterator]() },
    // biome-ignore lint/suspicious/noThenProperty: a handle is awaited for its result
    then: (onResult, onError) => result.then(onResult, onError),
    [Symbol.asyncIterator]: () => log[Symbol.asyncIterator](),
  }
}
