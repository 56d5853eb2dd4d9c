import { assertPriced } from '@artoo/llm'
import { createMemory } from '@artoo/mkct'
import {
  artooSystem,
  createAuditor,
  createShapes,
  createSlowLoop,
  newTask,
  type OutputSchema,
  openSession,
  type RolesSettings,
  recordedRoles,
  resolveBackups,
  resolveModels,
  resolveTiers,
  roleEffects,
  type SessionOptions,
  settingsOfTasks,
  type TaskInput,
  withSettings,
} from '@artoo/roles'
import {
  assertGoingOn,
  assertOutsideRoots,
  createRuntime,
  fairSlots,
  hookedModel,
  type InterruptedWith,
  type Journal,
  type Permissions,
  patiently,
  type ResumeOptions as ResumingOptions,
  resumeAll,
  type SessionRun,
} from '@artoo/runtime'
import { ArtooError, assertOptions, type Clock, closedError, monotonicTime } from '@artoo/spec'
import { joinedPermissions, knownPermissions } from '@artoo/tools'
import type { Artoo } from './artoo.js'
import { assertAfter, assertNoParent, assertWords } from './assert-turn.js'
import { checkOptions, checkRunOptions } from './check-options.js'
import { explainCall } from './explain-call.js'
import { fileChanges, historiesOf } from './file-changes.js'
import { describedTools, toolsIn } from './given-tools.js'
import type {
  ArtooOptions,
  ForkOptions,
  ResumeOptions,
  RunHandle,
  RunOptions,
  WaitingRunHandle,
  WithOutput,
} from './options.js'
import { resumeEach } from './resume-each.js'
import { startRetention } from './retention.js'
import type { TurnOptions } from './session.js'
import { memoryStats } from './stats.js'
import { taskJobs } from './task-jobs.js'

/** Tasks whose ids are remembered when they have ended. */
const mostRemembered = 10_000

type Again = Pick<ResumingOptions, 'confirm' | 'confirmAll' | 'clarify' | 'deciders'>

/**
 * An autonomous agent: give it a model and tools, call `run`.
 *
 * @throws {ArtooError} with the offending option as `field`; `unsafe_journal` for a journal, queue, memory, audit log or file of rules that a tool can reach.
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
    onModelCall,
    onToolCall,
  } = options
  const models = resolveModels(options.model)
  const backups = resolveBackups(options.model)
  const allModels = [models, backups].flatMap(({ brain, tool }) => [brain, tool].flat())
  const tiers = resolveTiers(options.tiers)
  const { checks = [] } = options
  const tools = toolsIn(options.tools)
  assertOutsideRoots(
    [
      { field: 'journal', path: journal?.directory },
      { field: 'queue', path: options.queue?.directory },
      { field: 'memory', path: options.memory?.directory },
      { field: 'auditLog', path: options.auditLog?.path },
      { field: 'onAlways', path: onAlways?.path },
    ],
    tools,
  )
  const hasSecondJudge = models[tiers.R4a].id !== models[tiers.R4b].id
  const circumstances = {
    tools: describedTools(options.tools),
    checks,
    environment,
    depth,
    profile,
    memoryProfile,
    hasSecondJudge,
  }
  if (settings.limits.cost !== undefined) assertPriced(allModels, prices)
  // The runtime's, which goes on when the host's fails.
  const clock: Clock = {
    now: () => runtime.clock.now(),
    monotonic: () => monotonicTime(runtime.clock),
    schedule: (...timer) => runtime.clock.schedule(...timer),
  }
  const memory = options.memory ?? createMemory({ clock })
  const shapes = createShapes()
  const modelSettings = settingsOfTasks(options.settings)
  const { concurrency } = settings.limits
  const slots = { models: fairSlots(concurrency), tools: fairSlots(concurrency) }
  const runtime = createRuntime({
    system: artooSystem,
    effects: roleEffects({
      ...{
        models,
        backups,
        tiers,
        tools,
        checks,
        memory,
        shapes,
        settings: modelSettings,
        redact,
        permissions,
        onAlways,
        onModelCall,
        onToolCall,
      },
      slots,
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
  const retention =
    options.retention &&
    startRetention(options.retention, { journal, queue: options.queue, histories: historiesOf(tools), clock })
  let closing: Promise<void> | undefined

  /** Remembers the tasks whose files are still being changed. */
  function underWay<Handle extends Pick<RunHandle, 'taskId'> & { readonly result: Promise<unknown> }>(handle: Handle) {
    const { taskId, result } = handle
    running.add(taskId)
    const ended = () => {
      modelSettings.forget(taskId)
      running.delete(taskId)
    }
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

  /** A task whose options are right, as the runtime takes it. */
  function taskOf(input: TaskInput, runOptions: RunOptions & Partial<WithOutput>, others?: readonly string[]) {
    if (closing) throw closedError('artoo')
    const { limits, hyperparameters } = checkRunOptions(runOptions, options, settings, others)
    if (limits.cost !== undefined) assertPriced(allModels, prices)
    const { conversationCharacters: room } = limits
    const { replans, retries: maxRetries, toolTurns: maxToolTurns, concurrency, background, ...runLimits } = limits
    const { signal, context, parent, onUnanswered, permissions, clarify = options.clarify } = runOptions
    // A run's own people stand in for the instance's, whichever way they are asked.
    const { confirm, confirmAll } = runOptions.confirm || runOptions.confirmAll ? runOptions : options
    const known = permissionsWith(permissions)
    const instructions = [options.instructions, runOptions.instructions].filter(Boolean).join('\n\n')
    const shape = runOptions.output === undefined ? undefined : shapes.of(runOptions.output)
    const mayWait = onUnanswered === 'wait'
    const mayAsk = confirm !== undefined || confirmAll !== undefined || mayWait
    const mayClarify = clarify !== undefined || mayWait
    const limited = { maxToolTurns, maxRetries, room }
    const own = {
      ...{ instructions, hyperparameters, ...limited, permissions: known, mayAsk, mayClarify },
      ...{ shape: shape?.jsonSchema, modelSettings: runOptions.settings },
    }
    const task = {
      ...newTask(input, { ...circumstances, ...own }),
      limits: runLimits,
      ...{ confirm, confirmAll, clarify, onUnanswered, permissions: { ...permissions, mode: known.mode ?? 'ask' } },
      ...{ signal, context, parent },
    } as const
    return { task, shape }
  }

  const run = (input: TaskInput, runOptions: RunOptions = {}, taskId?: string) => {
    const { task, shape } = taskOf(input, runOptions)
    const handle = underWay(runtime.run({ ...task, taskId }))
    modelSettings.set(handle.taskId, runOptions.settings)
    return shapes.follow(handle, shape)
  }

  function session(own: SessionOptions): ReturnType<Own['session']> {
    const { id, turns, recall: recalled } = openSession(own, { journal, redact })
    const turn = (text: string, runOptions: TurnOptions = {}) => {
      assertWords(text)
      const { task, shape } = taskOf(text, runOptions, ['after'])
      const { after } = runOptions
      assertAfter(after)
      assertNoParent(task.parent)
      const { room } = task.settings
      const recall = (runs: readonly SessionRun[]) => recalled(runs, { text, room })
      const handle = underWay(runtime.turn({ ...task, session: { id, after, recall } }))
      modelSettings.set(handle.taskId, runOptions.settings)
      return shapes.follow(handle, shape)
    }
    return { id, run: turn as ReturnType<Own['session']>['run'], turns }
  }

  /** The roles are made from the settings in the task's journal. */
  function goOn(output: OutputSchema | undefined, begin: (again: Again) => WaitingRunHandle) {
    const shape = output === undefined ? undefined : shapes.of(output)
    const deciders = (known: unknown) => {
      shapes.again(handle.taskId, known, shape)
      modelSettings.set(handle.taskId, (known as RolesSettings).modelSettings)
      return recordedRoles(known, checks)
    }
    const handle = underWay(begin({ confirm, confirmAll, clarify, deciders }))
    return shapes.follow(handle, shape) as never
  }

  function resume(taskId: string, given: ResumeOptions & Partial<WithOutput> = {}) {
    assertGoingOn('resume', given, ['output'])
    const { output, ...own } = given
    return goOn(output, (again) => runtime.resume(taskId, { ...again, ...own }))
  }

  const { close: closeJobs, ...jobs } = taskJobs({
    ...{ queue: options.queue, journal, clock, ids, run, resume },
    assertTask: (input, runOptions) => void taskOf(input, runOptions),
  })

  function startSlowLoop() {
    const { dreamer = true } = options
    if (!dreamer) return undefined
    const { background, modelTimeoutMs: timeoutMs } = settings.limits
    const given = dreamer === true ? {} : dreamer
    const own = { role: 'dreamer', output: 'rule', clock, limits: settings.limits }
    const model = hookedModel(withSettings(models.brain, modelSettings.of('brain', '')), onModelCall, own)
    return createSlowLoop({ memory, model, clock, limits: background, timeoutMs, prices, redact, ...given })
  }

  async function shutDown(): Promise<void> {
    const left = await Promise.allSettled([closeJobs()])
    const ended = await Promise.allSettled([
      patiently(clock, async () => slowLoop?.close()),
      patiently(clock, async () => retention?.close()),
      runtime.close().then(() => patiently(clock, () => auditor.close())),
    ])
    await patiently(clock, () => (options.memory ? memory.flush() : memory.close()))
    for (const one of [...left, ...ended]) if (one.status === 'rejected') throw one.reason
  }

  return {
    run: run as Own['run'],
    session,
    resume,
    fork(taskId: string, given: ForkOptions & Partial<WithOutput>) {
      assertGoingOn('fork', given, ['output'])
      const { output, ...own } = given
      return goOn(output, (again) => runtime.fork(taskId, { ...again, ...own }))
    },
    ...jobs,
    async resumeAll(given = {}) {
      assertOptions(given, ['options', 'onRun', 'concurrency', 'signal'], { of: 'resumeAll' })
      const { options, onRun, concurrency, signal } = given
      const each = resumeEach<InterruptedWith<J>>(resume, { options, onRun })
      return resumeAll(runtime.tasks({ state: 'died' }), each, { concurrency, signal })
    },
    tasks: runtime.tasks,
    async stats() {
      return {
        tasks: running.size,
        modelCalls: slots.models.counts(),
        toolCalls: slots.tools.counts(),
        journal: (await journal?.counts?.()) ?? null,
        jobs: (await options.queue?.counts()) ?? null,
        memory: await memoryStats(memory, clock),
        audit: { dropped: tap.dropped },
        retention: retention?.stats() ?? null,
      }
    },
    diff: files.diff,
    async undo(taskId, given) {
      if (!running.has(taskId)) return files.undo(taskId, given)
      throw new ArtooError('task_running', `${taskId} is under way: wait for it, or interrupt it`, { field: 'taskId' })
    },
    explainPermission: (call) => explainCall(call, tools, permissionsWith),
    audit: () => auditor.report(),
    close: () => (closing ??= shutDown()),
  }
}
