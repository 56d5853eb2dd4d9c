import { createMemory } from '@artoo/mkct'
import {
  type AuditReport,
  artooSystem,
  assertPriced,
  assertTask,
  createAuditor,
  createSlowLoop,
  inputAfter,
  resolveModels,
  resolveTiers,
  roleEffects,
  rolesFrom,
  type SlowLoop,
  settingsOf,
  turnsOf,
} from '@artoo/roles'
import { createRuntime, patiently, type Task, type TaskState } from '@artoo/runtime'
import { ArtooError, type Clock } from '@artoo/spec'
import { checkOptions, checkRunOptions } from './check-options.js'
import type {
  ArtooOptions,
  ForkOptions,
  ResumeOptions,
  Run,
  RunHandle,
  RunOptions,
  WaitingRunHandle,
} from './options.js'
import { assertNoParent, checkSession, type Session, type SessionOptions } from './session.js'

export interface Artoo {
  /**
   * Starts a task.
   *
   * @throws {ArtooError} `invalid_input` for an empty text or one that is too long, `invalid_option` for a wrong option, `closed` after `close()`.
   */
  readonly run: Run
  /**
   * A conversation, whose tasks are told of those before them. It stands in the journal, so any process goes on with it.
   *
   * @throws {ArtooError} `no_journal` without one, `invalid_option`.
   */
  session(options: SessionOptions): Session
  /** Goes on with a task of the journal's that a crash cut short or that waits for a person, as `resume` of `@artoo/runtime` does. */
  resume(taskId: string, options?: ResumeOptions): WaitingRunHandle
  /** Begins a task of its own with the events of another up to one of them. What those did to the world stays done. */
  fork(taskId: string, options: ForkOptions): WaitingRunHandle
  /** The tasks of the journal. */
  tasks(filter?: { readonly state?: TaskState | undefined }): AsyncIterable<Task>
  /** What the auditor saw since the last report, within 3 s. */
  audit(): Promise<AuditReport>
  /**
   * Aborts what is running, the slow loop included, waits for it, and flushes the memory and the audit log. Rejects with what
   * the memory failed with, or with `settle_timeout` when something takes more than 5 s.
   */
  close(): Promise<void>
}

/**
 * An autonomous agent: give it a model and tools, call `run`.
 *
 * @throws {ArtooError} with the offending option as `field`.
 */
export function createArtoo(options: ArtooOptions): Artoo {
  const settings = checkOptions(options)
  const {
    environment = 'local',
    depth,
    profile,
    memoryProfile,
    journal,
    prices = {},
    redact,
    ids,
    leaseMs,
    confirm,
    clarify,
  } = options
  const models = resolveModels(options.model)
  const tiers = resolveTiers(options.tiers)
  const { tools = [], checks = [] } = options
  const circumstances = { tools, checks, environment, depth, profile, memoryProfile }
  if (settings.limits.cost !== undefined) assertPriced(models, prices)
  // The runtime's, which goes on when the host's fails.
  const clock: Clock = {
    now: () => runtime.clock.now(),
    schedule: (...timer) => runtime.clock.schedule(...timer),
  }
  const memory = options.memory ?? createMemory({ clock })
  const runtime = createRuntime({
    system: artooSystem,
    effects: roleEffects({ models, tiers, tools, checks, memory, redact, concurrency: settings.limits.concurrency }),
    ...{ journal, redact, prices, ids, leaseMs, clock: options.clock },
  })
  const again = { confirm, clarify, deciders: (known: unknown) => rolesFrom(known, checks) }
  const tap = runtime.tap({ capacity: 10_000 })
  const auditor = createAuditor({ tap, clock, onReport: options.onAudit, log: options.auditLog, redact })
  const slowLoop = startSlowLoop()
  let closing: Promise<void> | undefined

  /** A task whose options are right, as the runtime takes it. */
  function taskOf(text: string, runOptions: RunOptions) {
    if (closing) throw new ArtooError('closed', 'this artoo was closed: create another one')
    const { limits, hyperparameters } = checkRunOptions(runOptions, options, settings)
    if (limits.cost !== undefined) assertPriced(models, prices)
    const { conversationCharacters: room } = limits
    assertTask(text, room)
    const { replans, retries: maxRetries, toolTurns: maxToolTurns, concurrency, background, ...runLimits } = limits
    const { signal, context, parent, onUnanswered, confirm = options.confirm, clarify = options.clarify } = runOptions
    const clarifies = clarify !== undefined || onUnanswered === 'wait'
    const instructions = [options.instructions, runOptions.instructions].filter(Boolean).join('\n\n')
    const own = { instructions, hyperparameters, maxToolTurns, maxRetries, room, clarifies }
    const known = settingsOf({ ...circumstances, ...own })
    return {
      begin: { type: 'UserInput', to: 'R1', payload: { text } },
      deciders: rolesFrom(known, checks),
      settings: known,
      limits: runLimits,
      ...{ signal, context, confirm, clarify, parent, onUnanswered },
    } as const
  }

  const run = (text: string, runOptions: RunOptions = {}): RunHandle => runtime.run(taskOf(text, runOptions))

  function session(own: SessionOptions): Session {
    const kept = checkSession(own, { journal, redact })
    const { id, turns } = own
    const turn = (text: string, runOptions: RunOptions = {}): RunHandle => {
      const { parent, ...task } = taskOf(text, runOptions)
      assertNoParent(parent)
      const { room } = task.settings
      return runtime.turn({ ...task, session: { id, recall: (runs) => inputAfter(kept, runs, { text, turns, room }) } })
    }
    return { id, run: turn as Run, turns: () => turnsOf(kept, id) }
  }

  function startSlowLoop(): SlowLoop | undefined {
    const { dreamer = true } = options
    if (!dreamer) return undefined
    const { background, modelTimeoutMs: timeoutMs } = settings.limits
    const own = dreamer === true ? {} : dreamer
    return createSlowLoop({ memory, model: models.brain, clock, limits: background, timeoutMs, prices, redact, ...own })
  }

  async function shutDown(): Promise<void> {
    const dreamt = patiently(clock, async () => slowLoop?.close())
    await runtime.close()
    const told = patiently(clock, () => auditor.close())
    const ended = await Promise.allSettled([dreamt, told])
    await patiently(clock, () => (options.memory ? memory.flush() : memory.close()))
    for (const one of ended) if (one.status === 'rejected') throw one.reason
  }

  return {
    run: run as Run,
    session,
    resume: (taskId, own = {}) => runtime.resume(taskId, { ...again, ...own }),
    fork: (taskId, own) => runtime.fork(taskId, { ...again, ...own }),
    tasks: runtime.tasks,
    audit: () => auditor.report(),
    close: () => (closing ??= shutDown()),
  }
}
