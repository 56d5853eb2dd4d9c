import { type Contracts, createBus, type Envelope, type MessageFrom, type Notice } from '@artoo/bus'
import { assertPrices, createBudget } from '@artoo/llm'
import { ArtooError, closedError, systemClock } from '@artoo/spec'
import { assertResumable, type InterruptedWith, interruptedRun } from './durable/interrupted.js'
import { tasksIn } from './durable/tasks.js'
import { withoutFullOutput } from './effects/tool/without-full-output.js'
import { assertSessionId } from './journal/assert-session.js'
import { assertTaskId } from './journal/assert-task-id.js'
import { cuttingBeside, portCutting } from './journal/cutting-beside.js'
import type { Journal, StartLine } from './journal/journal.js'
import { createJournalWriter, type JournalWriter } from './journal/journal-writer.js'
import { defaultLeaseMs } from './journal/lease.js'
import { type Limits, limitsSchema, resolveLimits } from './journal/limits.js'
import { readRun } from './journal/read-run.js'
import { redacted, redactText } from './journal/redacted.js'
import type { Facts, RunRecord, SessionTurn } from './journal/run-record.js'
import { personRequestsIn, type Waiting } from './people/person-requests.js'
import { assertDurableOptions, assertRuntimeOptions } from './run/assert-options.js'
import { assertJournal, assertMayWait, isKept, taskRunning } from './run/assertions.js'
import { factsOf } from './run/circumstances.js'
import { parentOf } from './run/parents.js'
import type { Past } from './run/past.js'
import { type Prepared, prepareFork, prepareResume, startLine } from './run/prepare.js'
import { type RunEventOf, type RunHandle, runHandle, type View, type WaitingRunHandle } from './run/run-handle.js'
import type { ResumeOptions, RunOptions, TurnOptions } from './run/run-options.js'
import { startRun } from './run/start-run.js'
import type { StartedRun } from './run/started-run.js'
import { steadyTime } from './run/steady-time.js'
import type { Runtime, RuntimeOptions } from './runtime-options.js'
import { createAnswerStream } from './scope/answer-stream.js'
import type { AnyDecider } from './scope/decider.js'
import { dependable } from './scope/dependable.js'
import { createEventLog } from './scope/event-log.js'
import { ownId } from './scope/own-id.js'
import type { System } from './scope/system.js'
import { inOrder } from './session/in-order.js'
import { takeTurn } from './session/take-turn.js'
import { followSignal } from './time/follow-signal.js'
import { patiently } from './time/patiently.js'
import { runTime } from './time/run-time.js'
import { withResolvers } from './time/with-resolvers.js'

interface Running {
  /** The time of its events. */
  readonly timeOf: () => number
  readonly journal: JournalWriter
  readonly parent: StartedRun | undefined
  run?: StartedRun
  /** True after it was notified of a failed part of the host. */
  hostFailed: boolean
}

/** @throws {ArtooError} `invalid_contract` as `createBus` does, `invalid_option` naming the option. */
export function createRuntime<
  C extends Contracts,
  Controller extends string,
  Result extends keyof C & string,
  const J extends Journal | undefined = undefined,
>(options: RuntimeOptions<C, Controller, Result, J>): Runtime<C, Result, InterruptedWith<J>> {
  assertRuntimeOptions(options)
  type RunEvent = RunEventOf<C>
  type Own = Runtime<C, Result, InterruptedWith<J>>
  const { system, effects, journal, redact, prices = {}, leaseMs = defaultLeaseMs } = options
  const { contracts, controller, result: resultType, reportFailure, answerOf, version = '1', resumes = true } = system
  const anySystem = system as unknown as System<Contracts, string, string>
  let hostFailure: string | undefined
  const { clock, ids } = dependable({ clock: options.clock ?? systemClock(), ids: options.ids ?? ownId }, (message) => {
    hostFailure = message
    for (const entry of running.values()) {
      if (!entry.run || entry.hostFailed) continue
      entry.hostFailed = true
      entry.run.hostFailed(message)
    }
  })
  assertPrices(prices)
  const cutting = cuttingBeside(redact && redactText(redact))
  const running = new Map<string, Running>()
  const turns = new Set<Promise<unknown>>()
  /** Runs whose journal is read before they go on. */
  const prepared = new Set<Promise<unknown>>()
  const oneTurn = inOrder()
  let ownName: string | undefined
  /** The name under which this process owns tasks. */
  const owner = () => (ownName ??= journal ? ids() : '')
  let closing: Promise<void> | undefined
  let knownFacts: Facts | undefined
  /** Facts as plain data: a journal could not compare others. */
  const facts = () => (knownFacts ??= JSON.parse(JSON.stringify(factsOf(effects, options.facts))) as Facts)
  let isClosed = false
  const newView = (): View<C> => ({
    log: createEventLog(),
    answer: createAnswerStream(),
    started: withResolvers(),
    interrupted: false,
  })
  const isResumable = resumes && isKept(journal)
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

  /** Binds a run to the bus and to its journal. */
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
    if (closing) started.close()
    if (view.interrupted) started.leave('interrupted', '')
    const outcome = started.result.finally(() => running.delete(taskId))
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

  function handleOn(taskId: string, view: View<C>, outcome: Promise<unknown>, isChild = false): RunHandle<C, Result> {
    return runHandle(taskId, view, answerOf, outcome, {
      interrupt() {
        assertResumable(isResumable && !isChild, isChild)
        view.interrupted = true
        running.get(taskId)?.run?.leave('interrupted', '')
      },
      setMode(mode, { by } = {}) {
        const run = running.get(taskId)?.run
        if (!run) throw new ArtooError('task_ended', `${taskId} is not under way, so it has no mode to change`)
        run.setMode(mode, by ?? null)
      },
    })
  }

  type Begin = MessageFrom<C, 'host'>

  /** A run whose options are valid. */
  function ready(runOptions: RunOptions<Begin>) {
    if (closing) throw closedError('runtime')
    const { settings = null, onUnanswered = 'refuse' } = runOptions
    const { run: parent, nextChild } = parentOf(runOptions) ?? {}
    assertDeciders(runOptions.deciders)
    if (onUnanswered === 'wait') assertMayWait(journal, parent)
    const limits: Limits = resolveLimits(limitsSchema, runOptions.limits)
    const stop = followSignal(runOptions.signal)
    hostFailure = undefined
    const taskId = freshId()
    const view = newView()
    const { begin: given } = runOptions
    const begin = (message: Begin = given, session?: SessionTurn, problem?: Error) => {
      const record: RunRecord = {
        deciders: version,
        begin: message,
        settings,
        limits,
        onUnanswered,
        session,
        permissions: runOptions.permissions,
        facts: facts(),
      }
      const start = () => startLine(taskId, clock.now(), redact ? redacted(record, redact) : record)
      const begins = () => {
        if (problem) throw problem
        return message
      }
      const own = { taskId, parent, lineage: nextChild?.() ?? taskId }
      return launch({ ...runOptions, ...own, limits, stop, onUnanswered, start, begin: begins }, view)
    }
    return { taskId, view, stop, begin }
  }

  function run(runOptions: RunOptions<Begin>): RunHandle<C, Result> {
    const { taskId, view, begin } = ready(runOptions)
    return handleOn(taskId, view, begin(), runOptions.parent !== undefined)
  }

  function turn(turnOptions: TurnOptions<Begin>): RunHandle<C, Result> {
    const kept = assertJournal(journal)
    const { session } = turnOptions
    assertSessionId(session?.id, redact)
    const { taskId, view, stop, begin } = ready({ ...turnOptions, parent: undefined })
    const one = { journal: kept, session, signal: stop.signal, begin }
    const outcome = oneTurn(session.id, (before) => takeTurn(one, before))
    turns.add(outcome)
    const ended = outcome.finally(() => turns.delete(outcome))
    return handleOn(taskId, view, ended)
  }

  /** Starts a run whose journal has to be read first, behind its handle. */
  function later(
    taskId: string,
    options: ResumeOptions,
    prepare: (journal: Journal) => Promise<Prepared>,
  ): WaitingRunHandle<C, Result> {
    if (closing) throw closedError('runtime')
    const kept = assertJournal(journal)
    if (running.has(taskId)) throw taskRunning(taskId)
    const stop = followSignal(options.signal)
    const view = newView()
    const outcome = async () => {
      const { past, record, known, deciders, epoch, lines, check } = await prepare(kept)
      for (const event of past.events) view.log.append(withoutFullOutput(event as RunEvent))
      if (known === null) return past.result?.payload
      if (running.has(taskId)) throw taskRunning(taskId)
      // A task that was taken is given back where other processes would have to wait for it.
      if (closing && (isClosed || !isResumable)) throw closedMeanwhile()
      bus.countFrom(past.events.at(-1)?.seq ?? 0)
      const { onUnanswered, begin, permissions } = record
      const limits: Limits = resolveLimits(limitsSchema, { ...record.limits, ...options.limits })
      const given = {
        ...options,
        taskId,
        past,
        known,
        epoch,
        lines,
        check,
        begin: () => begin,
        deciders,
        limits,
        onUnanswered,
        permissions,
        stop,
      }
      return launch({ ...given, parent: undefined, lineage: taskId, start: null }, view)
    }
    const ended = outcome().finally(() => {
      prepared.delete(ended)
      stop.release()
    })
    prepared.add(ended)
    return handleOn(taskId, view, ended) as WaitingRunHandle<C, Result>
  }

  const circumstances = () => ({
    system: anySystem,
    version,
    effects,
    redact,
    facts: facts(),
    owner: owner(),
    leaseMs,
    now: clock.now(),
  })

  /** A new id: two runs of one id would receive each other's messages. */
  function freshId(): string {
    const id = ids()
    if (!running.has(id)) return id
    hostFailure = `ids gave ${id} twice`
    return ownId()
  }

  async function shutDown(): Promise<void> {
    for (const { run } of running.values()) run?.close()
    // Its own turn, since one may be about to start.
    await Promise.resolve()
    await patiently(clock, () => Promise.allSettled(prepared)).catch(() => undefined)
    await Promise.allSettled([...turns, ...[...running.values()].map(({ run }) => run?.result)])
    isClosed = true
    bus.close()
  }

  return {
    clock,
    run: run as Own['run'],
    turn: turn as Own['turn'],
    resume(taskId, resumeOptions) {
      assertTaskId(taskId)
      assertDurableOptions('resume', resumeOptions)
      hostFailure = undefined
      return later(taskId, resumeOptions, (kept) =>
        prepareResume(kept, taskId, { ...circumstances(), ...resumeOptions }),
      ) as ReturnType<Own['resume']>
    },
    fork(taskId, forkOptions) {
      assertTaskId(taskId)
      assertDurableOptions('fork', forkOptions)
      hostFailure = undefined
      const forkId = freshId()
      return later(forkId, forkOptions, (kept) => {
        return prepareFork(kept, taskId, { ...circumstances(), ...forkOptions, forkId })
      }) as ReturnType<Own['fork']>
    },
    tasks(filter = {}) {
      assertDurableOptions('tasks', filter)
      return tasksIn(assertJournal(journal), filter.state, clock)
    },
    tap: (tapOptions) => bus.tap(tapOptions),
    close() {
      closing ??= shutDown()
      return closing
    },
  }
}

function closedMeanwhile(): ArtooError {
  return new ArtooError('closed', 'this runtime was closed meanwhile: resume the task with another one')
}

/** A run that is about to be bound. */
interface Launch
  extends Pick<
    Parameters<typeof startRun>[0],
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

const isRoute = (message: Contracts[string] | undefined, controller: string) =>
  message?.routes.some(([from, to]) => from === 'host' && to === controller) ?? false

function isHandlerFailure(event: Envelope): event is Extract<Notice, { type: 'bus.handler_failed' }> {
  return event.type === 'bus.handler_failed'
}

function assertDeciders(deciders: readonly AnyDecider[]): void {
  const isDecider = (one?: AnyDecider | null) => typeof one?.actor === 'string' && typeof one.decide === 'function'
  if (Array.isArray(deciders) && deciders.every(isDecider)) return
  throw new ArtooError('invalid_option', 'deciders must be a list of deciders', { field: 'deciders' })
}
