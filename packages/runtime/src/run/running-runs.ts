import {
  type Contracts,
  createBus,
  type Envelope,
  type EnvelopeOf,
  type Notice,
  type Tap,
  type TapOptions,
} from '@artoo/bus'
import { createBudget } from '@artoo/llm'
import { type Clock, type IdGenerator, systemClock } from '@artoo/spec'
import { interruptedRun } from '../durable/interrupted.js'
import { withoutFullOutput } from '../effects/tool/without-full-output.js'
import { cuttingBeside, portCutting } from '../journal/cutting-beside.js'
import type { StartLine } from '../journal/journal.js'
import { createJournalWriter, type JournalWriter } from '../journal/journal-writer.js'
import { defaultLeaseMs } from '../journal/lease.js'
import { readRun } from '../journal/read-run.js'
import { redactText } from '../journal/redacted.js'
import { personRequestsIn, type Waiting } from '../people/person-requests.js'
import { dependable } from '../scope/dependable.js'
import { ownId } from '../scope/own-id.js'
import { runTime } from '../time/run-time.js'
import type { Past } from './past.js'
import type { RunEventOf, View } from './run-handle.js'
import type { RunInput } from './run-input.js'
import type { RuntimeOptions } from './runtime-options.js'
import { startRun } from './start-run.js'
import type { StartedRun } from './started-run.js'
import { steadyTime } from './steady-time.js'

interface Running {
  /** The time of its events. */
  readonly timeOf: () => number
  readonly journal: JournalWriter
  readonly parent: StartedRun | undefined
  run?: StartedRun
  /** True after it was notified of a failed part of the host. */
  hostFailed: boolean
}

/** A run that is about to be bound. */
interface Launch
  extends Pick<
    RunInput,
    | 'taskId'
    | 'lineage'
    | 'begin'
    | 'deciders'
    | 'limits'
    | 'stop'
    | 'confirm'
    | 'confirmAll'
    | 'clarify'
    | 'context'
    | 'permissions'
    | 'parent'
    | 'onUnanswered'
    | 'answers'
  > {
  readonly past?: Past | null
  readonly epoch?: number | undefined
  readonly lines?: number | undefined
  readonly check?: string | undefined
  readonly known?: Iterable<string> | undefined
  readonly start: (() => StartLine) | null
}

/** The runs of a runtime in this process, and the bus that carries their messages. */
export interface RunningRuns<C extends Contracts> {
  /** The host's clock and ids, with ours as fallback: a failure of either is one of the host. */
  readonly clock: Clock
  readonly ids: IdGenerator
  /** Binds a run to the bus and to its journal. Resolves to what its handle gives. */
  launch(given: Launch, view: View<C>): Promise<unknown>
  runOf(taskId: string): StartedRun | undefined
  has(taskId: string): boolean
  all(): readonly (StartedRun | undefined)[]
  /** A failure of the host that the next run is told of; undefined for none any more. */
  hostFailed(message: string | undefined): void
  /** The next event has a number above this one. */
  countFrom(seq: number): void
  tap(options?: TapOptions): Tap<EnvelopeOf<C> | Notice>
  /** Closes each run, those that are launched later too. */
  closeAll(): void
  /** Closes the bus: later messages are refused. */
  end(): void
}

interface Components {
  readonly owner: () => string
  readonly leaseMs?: number | undefined
  readonly isResumable: boolean
}

export function runningRuns<C extends Contracts, Controller extends string, Result extends keyof C & string>(
  options: RuntimeOptions<C, Controller, Result>,
  { owner, isResumable }: Components,
): RunningRuns<C> {
  type RunEvent = RunEventOf<C>
  const { system, effects, journal, redact, prices = {}, leaseMs = defaultLeaseMs } = options
  const { contracts, controller, result: resultType, reportFailure } = system
  const running = new Map<string, Running>()
  const cutting = cuttingBeside(redact && redactText(redact))
  let hostFailure: string | undefined
  let isClosing = false
  const { clock, ids } = dependable({ clock: options.clock ?? systemClock(), ids: options.ids ?? ownId }, (message) => {
    hostFailure = message
    for (const entry of running.values()) {
      if (!entry.run || entry.hostFailed) continue
      entry.hostFailed = true
      entry.run.hostFailed(message)
    }
  })
  const bus = createBus<C>({
    ...{ contracts, clock, ids },
    timeOf: (taskId) => running.get(taskId)?.timeOf() ?? clock.now(),
    log: record,
  })

  function record(event: RunEvent): void {
    const entry = running.get(event.taskId)
    if (!entry) return
    // First, since the journal of a child waits for the events that its parent's has not written.
    entry.parent?.adopt(event)
    entry.journal.append(event)
    entry.run?.saw(event)
    if (isHandlerFailure(event)) entry.run?.handlerFailed(event.payload)
  }

  function launch(given: Launch, view: View<C>): Promise<unknown> {
    const { log, answer } = view
    const { taskId, parent, limits, past = null, start } = given
    const { modelCalls, tokens, cost, timeMs } = limits
    const epoch = given.epoch ?? parent?.scope.epoch ?? 1
    const writer = createJournalWriter({
      ...{
        journal,
        parent,
        taskId,
        clock,
        redact,
        start,
        epoch,
        lines: given.lines,
        check: given.check,
        known: given.known ?? [],
      },
      ...{ owner: owner(), leaseMs, resumable: isResumable && !parent },
      onWritten: (event) => log.append(withoutFullOutput(event as RunEvent)),
      onFailure: (error) => entry.run?.journalFailed(error),
    })
    const timeOf = (parent && running.get(parent.scope.taskId)?.timeOf) ?? steadyTime(clock, past?.events.at(-1)?.at)
    const entry: Running = { timeOf, journal: writer, parent, hostFailed: false }
    running.set(taskId, entry)
    const budget = () => createBudget({ modelCalls, tokens, cost }, { prices, used: past?.used })
    const started = startRun({
      ...given,
      ...{
        past,
        effects,
        controller,
        resultType,
        reportFailure,
        wordsOf: system.wordsOf,
        hearsWords: isRoute(contracts.UserWords, controller),
        clock,
        journal: writer,
        redeliver: bus.redeliver,
        redact: redact && redactText(redact),
        answer,
        resumable: isResumable && !parent,
      },
      epoch,
      late: async () => (journal && !parent ? (await readRun(journal, taskId)).late : []),
      budget: parent?.scope.budget ?? budget(),
      time: parent?.scope.time ?? runTime(clock, timeMs, past ?? undefined),
      portOf: (actor) => portCutting(bus.port(actor, { taskId }), cutting),
    })
    entry.run = started
    view.started.resolve(started)
    if (hostFailure !== undefined) started.hostFailed(hostFailure)
    if (isClosing) started.close()
    if (view.interrupted) started.leave('interrupted', '')
    const outcome = started.result
    void started.closed.then(() => running.delete(taskId))
    parent?.waitFor(outcome)
    return outcome.then((ended) => {
      switch (ended.kind) {
        case 'result':
          return ended.payload
        case 'waiting':
          return { status: 'waiting', taskId, requests: personRequestsIn(log.events) } satisfies Waiting
        case 'interrupted':
          return interruptedRun(taskId, ended.reason, ended.message)
        default:
          return ended satisfies never
      }
    })
  }

  return {
    clock,
    ids,
    launch,
    runOf: (taskId) => running.get(taskId)?.run,
    has: (taskId) => running.has(taskId),
    all: () => [...running.values()].map(({ run }) => run),
    hostFailed(message) {
      hostFailure = message
    },
    countFrom: bus.countFrom,
    tap: (tapOptions) => bus.tap(tapOptions),
    closeAll() {
      isClosing = true
      for (const { run } of running.values()) run?.close()
    },
    end: bus.close,
  }
}

const isRoute = (message: Contracts[string] | undefined, controller: string) =>
  message?.routes.some(([from, to]) => from === 'host' && to === controller) ?? false

function isHandlerFailure(event: Envelope): event is Extract<Notice, { type: 'bus.handler_failed' }> {
  return event.type === 'bus.handler_failed'
}
