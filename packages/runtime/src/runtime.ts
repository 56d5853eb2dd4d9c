import {
  type Contracts,
  createBus,
  type Envelope,
  type EnvelopeOf,
  type MessageFrom,
  type Notice,
  type Tap,
  type TapOptions,
} from '@artoo/bus'
import { assertPrices, createBudget, type Price } from '@artoo/llm'
import { ArtooError, type Clock, type IdGenerator, type ParentRun, systemClock } from '@artoo/spec'
import { uuidv7 } from 'uuidv7'
import type { AnyDecider } from './decider.js'
import type { Effect } from './effect.js'
import { withoutFullOutput } from './effects/tool/without-full-output.js'
import type { Journal } from './journal/journal.js'
import { createJournalWriter, type JournalWriter } from './journal/journal-writer.js'
import { dependable } from './run/dependable.js'
import { createEventLog } from './run/event-log.js'
import { followSignal } from './run/follow-signal.js'
import { type Limits, limitsSchema, resolveLimits } from './run/limits.js'
import type { RunEventOf, RunHandle } from './run/run-handle.js'
import type { RunOptions } from './run/run-options.js'
import { runTime } from './run/run-time.js'
import { type StartedRun, startRun } from './run/start-run.js'
import type { System } from './system.js'

export interface RuntimeOptions<C extends Contracts, Controller extends string, Result extends keyof C & string> {
  readonly system: System<C, Controller, Result>
  /** What answers the requests of its deciders. */
  readonly effects: readonly Effect[]
  /** @defaultValue none; events can still be read from the run handle */
  readonly journal?: Journal | undefined
  /** Applied to every text before it is journalled. A throw ends the run. @defaultValue every text is kept */
  readonly redact?: ((text: string) => string) | undefined
  /** Per million tokens, by model id; needed for `limits.cost`. @defaultValue none */
  readonly prices?: Readonly<Record<string, Price>> | undefined
  /** @defaultValue the system's time */
  readonly clock?: Clock | undefined
  /** @defaultValue UUIDv7 */
  readonly ids?: IdGenerator | undefined
}

/** Runs one system any number of times, side by side. */
export interface Runtime<C extends Contracts, Result extends keyof C & string> {
  /** The clock that all runs go by: the host's, with the system's behind it. */
  readonly clock: Clock
  /**
   * Starts a run.
   *
   * @throws {ArtooError} `invalid_option` for a wrong decider, signal, parent or limit, `closed` after `close()`.
   */
  run(options: RunOptions<MessageFrom<C, 'host'>>): RunHandle<C, Result>
  /** A read-only view of the events of all runs. */
  tap(options?: TapOptions): Tap<EnvelopeOf<C> | Notice>
  /** Aborts what is running and waits for it. Later runs are refused. */
  close(): Promise<void>
}

interface Running {
  readonly journal: JournalWriter
  readonly parent: StartedRun | undefined
  run?: StartedRun
  /** It was told of a failed part of the host's already. */
  hostFailed: boolean
}

/** The runs of any runtime in this process, by what tools and effects know of them: a parent must be one of them. */
const runs = new WeakMap<ParentRun, StartedRun>()

/** @throws {ArtooError} `invalid_contract` as `createBus` does, `invalid_option` for a price that is no amount. */
export function createRuntime<C extends Contracts, Controller extends string, Result extends keyof C & string>(
  options: RuntimeOptions<C, Controller, Result>,
): Runtime<C, Result> {
  type RunEvent = RunEventOf<C>
  const { system, effects, journal, redact, prices = {} } = options
  const { contracts, controller, result: resultType, reportFailure } = system
  let hostFailure: string | undefined
  const { clock, ids } = dependable(
    { clock: options.clock ?? systemClock(), ids: options.ids ?? uuidv7 },
    (message) => {
      hostFailure = message
      for (const entry of running.values()) {
        if (!entry.run || entry.hostFailed) continue
        entry.hostFailed = true
        entry.run.interrupt('host_failed', message)
      }
    },
  )
  assertPrices(prices)
  const running = new Map<string, Running>()
  let closing: Promise<void> | undefined
  const bus = createBus<C>({ contracts, clock, ids, log: record })

  function record(event: RunEvent): void {
    const entry = running.get(event.taskId)
    if (!entry) return
    // First, since the journal of a child waits for what its parent's has not written.
    entry.parent?.adopt(event)
    entry.journal.append(event)
    if (isHandlerFailure(event)) entry.run?.handlerFailed(event.payload)
  }

  function run(runOptions: RunOptions<MessageFrom<C, 'host'>>): RunHandle<C, Result> {
    if (closing) throw new ArtooError('closed', 'this runtime was closed: create another one')
    const parent = parentOf(runOptions)
    assertDeciders(runOptions.deciders)
    const limits: Limits = resolveLimits(limitsSchema, runOptions.limits)
    const { modelCalls, tokens, cost, timeMs } = limits
    const stop = followSignal(runOptions.signal)
    hostFailure = undefined
    const taskId = freshId()
    const log = createEventLog<RunEvent>()
    const writer = createJournalWriter({
      journal,
      parent,
      taskId,
      clock,
      redact,
      onWritten: (event) => log.append(withoutFullOutput(event as RunEvent)),
      onFailure: (error) => entry.run?.journalFailed(error),
    })
    const entry: Running = { journal: writer, parent, hostFailed: false }
    running.set(taskId, entry)
    const started = startRun({
      ...runOptions,
      taskId,
      context: runOptions.context ?? parent?.scope.context,
      effects,
      controller,
      resultType,
      reportFailure,
      parent,
      stop,
      limits,
      budget: parent?.scope.budget ?? createBudget({ modelCalls, tokens, cost }, { prices }),
      time: parent?.scope.time ?? runTime(clock, timeMs),
      clock,
      journal: writer,
      portOf: (actor) => bus.port(actor, { taskId }),
    })
    entry.run = started
    runs.set(started.scope, started)
    if (hostFailure !== undefined) started.interrupt('host_failed', hostFailure)
    if (closing) started.interrupt('aborted', closedMeanwhile)
    const result = started.result.finally(() => {
      running.delete(taskId)
      log.end()
    }) as RunHandle<C, Result>['result']
    // A handle that nobody awaits is no error.
    result.catch(() => undefined)
    parent?.waitFor(result)
    return {
      taskId,
      result,
      events: log.events,
      // biome-ignore lint/suspicious/noThenProperty: a handle is awaited for its result
      then: (onResult, onError) => result.then(onResult, onError),
      [Symbol.asyncIterator]: () => log[Symbol.asyncIterator](),
    }
  }

  /** Two runs of one id would hear each other's messages. */
  function freshId(): string {
    const id = ids()
    if (!running.has(id)) return id
    hostFailure = `ids gave ${id} twice`
    return uuidv7()
  }

  async function shutDown(): Promise<void> {
    for (const { run } of running.values()) run?.interrupt('aborted', closedMeanwhile)
    // Its own turn, since one may be about to start.
    await Promise.resolve()
    await Promise.allSettled([...running.values()].map(({ run }) => run?.result))
    bus.close()
  }

  return {
    clock,
    run,
    tap: (tapOptions) => bus.tap(tapOptions),
    close() {
      closing ??= shutDown()
      return closing
    },
  }
}

const closedMeanwhile = 'artoo was closed'

function isHandlerFailure(event: Envelope): event is Extract<Notice, { type: 'bus.handler_failed' }> {
  return event.type === 'bus.handler_failed'
}

function assertDeciders(deciders: readonly AnyDecider[]): void {
  const isDecider = (one?: AnyDecider | null) => typeof one?.actor === 'string' && typeof one.decide === 'function'
  if (Array.isArray(deciders) && deciders.every(isDecider)) return
  throw new ArtooError('invalid_option', 'deciders must be a list of deciders', { field: 'deciders' })
}

function parentOf({ parent }: { readonly parent?: ParentRun | undefined }): StartedRun | undefined {
  if (parent === undefined) return undefined
  const run = runs.get(parent)
  if (!run) {
    const message = "parent must be a run under way: give a tool's context.run, or the scope of an effect"
    throw new ArtooError('invalid_option', message, { field: 'parent' })
  }
  if (run.scope.signal.aborted) throw new ArtooError('closed', `the parent run ${parent.taskId} has ended`)
  return run
}
