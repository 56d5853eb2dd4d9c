import { createMemory } from '@artoo/mkct'
import {
  artooSystem,
  assertNoParent,
  assertPriced,
  assertTask,
  checkSession,
  createAuditor,
  createShapes,
  createSlowLoop,
  inputAfter,
  newRoles,
  nobodyConfirmsOf,
  type OutputSchema,
  recordedRoles,
  resolveModels,
  resolveTiers,
  roleEffects,
  type SessionOptions,
  shapeOf,
  turnsOf,
} from '@artoo/roles'
import {
  assertGoingOn,
  assertOutsideRoots,
  createRuntime,
  type InterruptedWith,
  type Journal,
  type Permissions,
  patiently,
  type ResumeOptions as ResumingOptions,
  type SessionRun,
} from '@artoo/runtime'
import { ArtooError, type Clock, monotonicTime } from '@artoo/spec'
import { explainPermission, isNamedIn, joinedPermissions, type KnownPermissions, knownPermissions } from '@artoo/tools'
import type { Artoo, ExplainedCall } from './artoo.js'
import { checkOptions, checkRunOptions } from './check-options.js'
import { fileChanges } from './file-changes.js'
import type {
  ArtooOptions,
  ForkOptions,
  ResumeOptions,
  RunHandle,
  RunOptions,
  WaitingRunHandle,
  WithOutput,
} from './options.js'

/** An instruction for the models of a task in mode `plan`. */
const planInstruction = `Nothing but reads is carried out in this task. Its result is a plan, which is also what every criterion speaks of: what would be
changed and where, by which edits and commands, in which order, and what could go wrong.`

/** Tasks whose ids are remembered when they have ended. */
const mostRemembered = 10_000

type Again = Pick<ResumingOptions, 'confirm' | 'confirmAll' | 'clarify' | 'deciders'>

/**
 * An autonomous agent: give it a model and tools, call `run`.
 *
 * @throws {ArtooError} with the offending option as `field`; `unsafe_journal` for a journal, memory, audit log or file of rules that a tool can reach.
 */
export function createArtoo<const J extends Journal | undefined = undefined>(
  options: ArtooOptions<J>,
): Artoo<InterruptedWith<J>> {
  type Own = Artoo<InterruptedWith<J>>
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
    confirmAll,
    clarify,
    permissions,
    onAlways,
  } = options
  const models = resolveModels(options.model)
  const tiers = resolveTiers(options.tiers)
  const { tools = [], checks = [] } = options
  assertOutsideRoots(
    [
      { field: 'journal', path: journal?.directory },
      { field: 'memory', path: options.memory?.directory },
      { field: 'auditLog', path: options.auditLog?.path },
      { field: 'onAlways', path: onAlways?.path },
    ],
    tools,
  )
  const hasSecondJudge = models[tiers.R4a].id !== models[tiers.R4b].id
  const circumstances = { tools, checks, environment, depth, profile, memoryProfile, hasSecondJudge }
  if (settings.limits.cost !== undefined) assertPriced(models, prices)
  // The runtime's, which goes on when the host's fails.
  const clock: Clock = {
    now: () => runtime.clock.now(),
    monotonic: () => monotonicTime(runtime.clock),
    schedule: (...timer) => runtime.clock.schedule(...timer),
  }
  const memory = options.memory ?? createMemory({ clock })
  const shapes = createShapes()
  const { concurrency } = settings.limits
  const runtime = createRuntime({
    system: artooSystem,
    effects: roleEffects({
      ...{ models, tiers, tools, checks, memory, shapes, redact, permissions, onAlways },
      concurrency,
    }),
    facts: { depth: depth ?? null, models: { brain: models.brain.id, tool: models.tool.id } },
    ...{ journal, redact, prices, ids, leaseMs, clock: options.clock },
  })
  const tap = runtime.tap({ capacity: 10_000 })
  const auditor = createAuditor({ tap, clock, onReport: options.onAudit, log: options.auditLog, redact })
  const slowLoop = startSlowLoop()
  const files = fileChanges(tools, journal, (taskId) => running.has(taskId) || ran.has(taskId))
  const running = new Set<string>()
  /** The last tasks that came to an end. */
  const ran = new Set<string>()
  let closing: Promise<void> | undefined

  /** Remembers the tasks whose files are still being changed. */
  function underWay<Handle extends Pick<RunHandle, 'taskId'> & { readonly result: Promise<unknown> }>(handle: Handle) {
    const { taskId, result } = handle
    running.add(taskId)
    const ended = () => running.delete(taskId)
    result.then(() => {
      ended()
      ran.add(taskId)
      for (const oldest of ran) if (ran.size > mostRemembered) ran.delete(oldest)
    }, ended)
    return handle
  }

  /** The rules of the instance and of a task. */
  const permissionsWith = (own: Permissions | undefined) =>
    joinedPermissions(knownPermissions(permissions, tools), knownPermissions(own, tools))

  /** In mode `plan` nothing is put before a person. */
  function unconfirmed(known: KnownPermissions, { mayAsk }: { readonly mayAsk: boolean }) {
    const { mode = 'ask' } = known
    if (mode === 'plan' || (mayAsk && mode !== 'refuse')) return undefined
    return nobodyConfirmsOf(tools, known, mode === 'refuse' ? 'mode' : 'no_confirm')
  }

  async function explain({ tool: name, input, text = '', permissions: own, context, signal }: ExplainedCall) {
    const tool = tools.find((one) => one.name === name)
    if (!tool) throw new ArtooError('unknown_tool', `there is no tool ${name}`, { field: 'tool' })
    const joined = permissionsWith(own)
    const standing = { permissions: joined, mode: joined.mode ?? 'ask', grants: [] } as const
    const isNamed = (target: string) => isNamedIn([text], target)
    return explainPermission(tool, input, {
      ...standing,
      isNamed,
      context,
      signal: signal ?? new AbortController().signal,
    })
  }

  /** A task whose options are right, as the runtime takes it. */
  function taskOf(text: string, runOptions: RunOptions & Partial<WithOutput>) {
    if (closing) throw new ArtooError('closed', 'this artoo was closed: create another one')
    const { limits, hyperparameters } = checkRunOptions(runOptions, options, settings)
    if (limits.cost !== undefined) assertPriced(models, prices)
    const { conversationCharacters: room } = limits
    assertTask(text, room)
    const { replans, retries: maxRetries, toolTurns: maxToolTurns, concurrency, background, ...runLimits } = limits
    const { signal, context, parent, onUnanswered, permissions, clarify = options.clarify } = runOptions
    // A run's own people stand in for the instance's, whichever way they are asked.
    const { confirm, confirmAll } = runOptions.confirm || runOptions.confirmAll ? runOptions : options
    const { mode = 'ask' } = permissionsWith(permissions)
    const words = [options.instructions, runOptions.instructions, mode === 'plan' && planInstruction]
    const instructions = words.filter(Boolean).join('\n\n')
    const shape = runOptions.output === undefined ? undefined : shapeOf(runOptions.output)
    const nobodyConfirms = unconfirmed(permissionsWith(permissions), {
      mayAsk: confirm !== undefined || confirmAll !== undefined || onUnanswered === 'wait',
    })
    const limited = { maxToolTurns, maxRetries, room }
    const plansOnly = mode === 'plan' ? { plansOnly: true } : {}
    const own = { instructions, hyperparameters, ...limited, ...plansOnly, nobodyConfirms, shape: shape?.jsonSchema }
    const task = {
      begin: { type: 'UserInput', to: 'R1', payload: { text } },
      ...newRoles({ ...circumstances, ...own }),
      limits: runLimits,
      ...{ confirm, confirmAll, clarify, onUnanswered, permissions: { ...permissions, mode } },
      ...{ signal, context, parent },
    } as const
    return { task, shape }
  }

  const run = (text: string, runOptions: RunOptions = {}) => {
    const { task, shape } = taskOf(text, runOptions)
    return shapes.follow(underWay(runtime.run(task)), shape)
  }

  function session(own: SessionOptions): ReturnType<Own['session']> {
    const kept = checkSession(own, { journal, redact })
    const { id, turns } = own
    const turn = (text: string, runOptions: RunOptions = {}) => {
      const { task, shape } = taskOf(text, runOptions)
      assertNoParent(task.parent)
      const { room } = task.settings
      const recall = (runs: readonly SessionRun[]) => inputAfter(kept, runs, { text, turns, room })
      return shapes.follow(underWay(runtime.turn({ ...task, session: { id, recall } })), shape)
    }
    return { id, run: turn as Own['run'], turns: () => turnsOf(kept, id) }
  }

  /** The roles are made from the settings in the task's journal. */
  function goOn(output: OutputSchema | undefined, begin: (again: Again) => WaitingRunHandle) {
    const shape = output === undefined ? undefined : shapeOf(output)
    const deciders = (known: unknown) => {
      shapes.again(handle.taskId, known, shape)
      return recordedRoles(known, checks)
    }
    const handle = underWay(begin({ confirm, confirmAll, clarify, deciders }))
    return shapes.follow(handle, shape) as never
  }

  function startSlowLoop() {
    const { dreamer = true } = options
    if (!dreamer) return undefined
    const { background, modelTimeoutMs: timeoutMs } = settings.limits
    const own = dreamer === true ? {} : dreamer
    return createSlowLoop({ memory, model: models.brain, clock, limits: background, timeoutMs, prices, redact, ...own })
  }

  async function shutDown(): Promise<void> {
    const ended = await Promise.allSettled([
      patiently(clock, async () => slowLoop?.close()),
      runtime.close().then(() => patiently(clock, () => auditor.close())),
    ])
    await patiently(clock, () => (options.memory ? memory.flush() : memory.close()))
    for (const one of ended) if (one.status === 'rejected') throw one.reason
  }

  return {
    run: run as Own['run'],
    session,
    resume(taskId: string, given: ResumeOptions & Partial<WithOutput> = {}) {
      assertGoingOn('resume', given, ['output'])
      const { output, ...own } = given
      return goOn(output, (again) => runtime.resume(taskId, { ...again, ...own }))
    },
    fork(taskId: string, given: ForkOptions & Partial<WithOutput>) {
      assertGoingOn('fork', given, ['output'])
      const { output, ...own } = given
      return goOn(output, (again) => runtime.fork(taskId, { ...again, ...own }))
    },
    tasks: runtime.tasks,
    diff: files.diff,
    async undo(taskId, given) {
      if (!running.has(taskId)) return files.undo(taskId, given)
      throw new ArtooError('task_running', `${taskId} is under way: wait for it, or interrupt it`, { field: 'taskId' })
    },
    explainPermission: explain,
    audit: () => auditor.report(),
    close: () => (closing ??= shutDown()),
  }
}
