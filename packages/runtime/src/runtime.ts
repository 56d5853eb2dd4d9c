import type { Contracts, MessageFrom } from '@artoo/bus'
import { assertPrices } from '@artoo/llm'
import { ArtooError, closedError } from '@artoo/spec'
import { masked } from '@artoo/tools'
import { assertResumable, type InterruptedWith } from './durable/interrupted.js'
import { tasksIn } from './durable/tasks.js'
import { withoutFullOutput } from './effects/tool/without-full-output.js'
import { assertSessionId } from './journal/assert-session.js'
import { assertTaskId } from './journal/assert-task-id.js'
import type { Journal } from './journal/journal.js'
import { defaultLeaseMs } from './journal/lease.js'
import { type Limits, limitsSchema, resolveLimits } from './journal/limits.js'
import { readRun } from './journal/read-run.js'
import { redacted } from './journal/redacted.js'
import type { Facts, RunRecord, SessionTurn } from './journal/run-record.js'
import { assertDurableOptions, assertRuntimeOptions } from './run/assert-options.js'
import { assertJournal, assertMayWait, isKept, taskRunning } from './run/assertions.js'
import { factsOf } from './run/circumstances.js'
import { parentOf } from './run/parents.js'
import { type Prepared, prepareFork, prepareResume, startLine } from './run/prepare.js'
import { type RunEventOf, type RunHandle, runHandle, type View, type WaitingRunHandle } from './run/run-handle.js'
import type { ResumeOptions, RunOptions, TurnOptions } from './run/run-options.js'
import { runningRuns } from './run/running-runs.js'
import type { Runtime, RuntimeOptions } from './run/runtime-options.js'
import { createAnswerStream } from './scope/answer-stream.js'
import type { AnyDecider } from './scope/decider.js'
import { vaultOf } from './scope/effect.js'
import { createEventLog } from './scope/event-log.js'
import { ownId } from './scope/own-id.js'
import type { System } from './scope/system.js'
import { inOrder } from './session/in-order.js'
import { takeTurn, workAfter } from './session/take-turn.js'
import { followSignal } from './time/follow-signal.js'
import { patiently } from './time/patiently.js'
import { withResolvers } from './time/with-resolvers.js'

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
  const { answerOf, version = '1', resumes = true } = system
  const anySystem = system as unknown as System<Contracts, string, string>
  assertPrices(prices)
  const turns = new Set<Promise<unknown>>()
  /** Runs whose journal is read before they go on. */
  const prepared = new Set<Promise<unknown>>()
  const oneTurn = inOrder()
  let ownName: string | undefined
  /** The name under which this process owns tasks. */
  const owner = (): string => (ownName ??= journal ? (journal.ownerOf?.(ids()) ?? ids()) : '')
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
  const runs = runningRuns(options, { owner, isResumable })
  const { clock, ids, launch } = runs

  function handleOn(taskId: string, view: View<C>, outcome: Promise<unknown>, isChild = false): RunHandle<C, Result> {
    return runHandle(taskId, view, answerOf, outcome, {
      interrupt() {
        assertResumable(isResumable && !isChild, isChild)
        view.interrupted = true
        runs.runOf(taskId)?.leave('interrupted', '')
      },
      setMode(mode, { by } = {}) {
        const run = runs.runOf(taskId)
        if (!run) throw new ArtooError('task_ended', `${taskId} is not under way, so it has no mode to change`)
        run.setMode(mode, by ?? null)
      },
    })
  }

  type Begin = MessageFrom<C, 'host'>

  /** A record as the journal has it. */
  function kept(record: RunRecord): RunRecord {
    const mask = vaultOf(effects)?.mask()
    const own = mask ? masked(record, mask) : record
    return redact ? redacted(own, redact) : own
  }

  /** A run whose options are valid. */
  function ready(runOptions: RunOptions<Begin>) {
    if (closing) throw closedError('runtime')
    const { settings = null, onUnanswered = 'refuse' } = runOptions
    const { run: parent, nextChild } = parentOf(runOptions) ?? {}
    assertDeciders(runOptions.deciders)
    if (onUnanswered === 'wait') assertMayWait(journal, parent)
    const limits: Limits = resolveLimits(limitsSchema, runOptions.limits)
    const stop = followSignal(runOptions.signal)
    runs.hostFailed(undefined)
    const taskId = runOptions.taskId ?? freshId()
    if (runs.has(taskId)) throw taskRunning(taskId)
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
      const start = () => startLine(taskId, clock.now(), kept(record))
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
    sessionIn?: (journal: Journal) => Promise<string | undefined>,
  ): WaitingRunHandle<C, Result> {
    if (closing) throw closedError('runtime')
    const kept = assertJournal(journal)
    // Before the task is taken, so that a mistake leaves it to others.
    resolveLimits(limitsSchema, options.limits)
    if (runs.has(taskId)) throw taskRunning(taskId)
    const stop = followSignal(options.signal)
    const view = newView()
    const outcome = async () => {
      const { past, record, known, deciders, epoch, lines, check } = await prepare(kept)
      for (const event of past.events) view.log.append(withoutFullOutput(event as RunEvent))
      if (known === null) return past.result?.payload
      if (runs.has(taskId)) throw taskRunning(taskId)
      // A task that was taken is given back where other processes would have to wait for it.
      if (closing && (isClosed || !isResumable)) throw closedMeanwhile()
      runs.countFrom(past.events.at(-1)?.seq ?? 0)
      const { onUnanswered, begin, permissions } = record
      const limits: Limits = resolveLimits(limitsSchema, options.limits, record.limits)
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
    const inTurn = async () => {
      const id = await sessionIn?.(kept)
      return id === undefined ? outcome() : oneTurn(id, (before) => workAfter(before, stop.signal, outcome))
    }
    const ended = inTurn().finally(() => {
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
    if (!runs.has(id)) return id
    runs.hostFailed(`ids gave ${id} twice`)
    return ownId()
  }

  async function shutDown(): Promise<void> {
    runs.closeAll()
    // Its own turn, since one may be about to start.
    await Promise.resolve()
    await patiently(clock, () => Promise.allSettled(prepared)).catch(() => undefined)
    await Promise.allSettled([...turns, ...runs.all().map((run) => run?.closed)])
    isClosed = true
    runs.end()
  }

  return {
    clock,
    run: run as Own['run'],
    turn: turn as Own['turn'],
    resume(taskId, resumeOptions) {
      assertTaskId(taskId)
      assertDurableOptions('resume', resumeOptions)
      runs.hostFailed(undefined)
      return later(taskId, resumeOptions, (kept) =>
        prepareResume(kept, taskId, { ...circumstances(), ...resumeOptions }),
      ) as ReturnType<Own['resume']>
    },
    fork(taskId, forkOptions) {
      assertTaskId(taskId)
      assertDurableOptions('fork', forkOptions)
      runs.hostFailed(undefined)
      const forkId = freshId()
      const sessionIn = async (kept: Journal) => (await readRun(kept, taskId)).start.run?.session?.id
      return later(
        forkId,
        forkOptions,
        (kept) => prepareFork(kept, taskId, { ...circumstances(), ...forkOptions, forkId }),
        forkOptions.session ? sessionIn : undefined,
      ) as ReturnType<Own['fork']>
    },
    tasks(filter = {}) {
      assertDurableOptions('tasks', filter)
      return tasksIn(assertJournal(journal), filter.state, clock)
    },
    tap: runs.tap,
    close() {
      closing ??= shutDown()
      return closing
    },
  }
}

function closedMeanwhile(): ArtooError {
  return new ArtooError('closed', 'this runtime was closed meanwhile: resume the task with another one')
}

function assertDeciders(deciders: readonly AnyDecider[]): void {
  const isDecider = (one?: AnyDecider | null) => typeof one?.actor === 'string' && typeof one.decide === 'function'
  if (Array.isArray(deciders) && deciders.every(isDecider)) return
  throw new ArtooError('invalid_option', 'deciders must be a list of deciders', { field: 'deciders' })
}
