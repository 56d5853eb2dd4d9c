import type { PayloadOf } from '@artoo/bus'
import {
  assertCarried,
  assertGoingOn,
  assertOutsideRoots,
  checkEffect,
  createRuntime,
  fairSlots,
  humanEffect,
  type Interrupted,
  type InterruptedWith,
  type JobHandle,
  type Journal,
  modelEffect,
  type Replay,
  type RunEventOf,
  type RunHandle,
  type ForkOptions as RuntimeForkOptions,
  type ResumeOptions as RuntimeResumeOptions,
  replayRun,
  resolveLimits,
  type SystemWorkerOptions,
  systemJobs,
  type Task,
  type TaskState,
  toolEffect,
  type WaitingRunHandle,
  type Worker,
} from '@artoo/runtime'
import { ArtooError, assertOptions } from '@artoo/spec'
import { createPhi } from '../deliberation/deliberation.js'
import type { DeliberationSettings } from '../deliberation/transition.js'
import { agentsEffect } from '../effects/agents-effect.js'
import { memoryEffect } from '../effects/memory-effect.js'
import type { OmegaContracts } from '../messages/contracts.js'
import { outputsOf } from '../messages/outputs.js'
import { omegaSystem } from '../messages/system.js'
import type { GivenClassification } from '../protocol/classification.js'
import { assertAgents, assertEstimated, assertOmegaOptions, assertProblem, assertRunOptions } from './check-options.js'
import { type EstimateRange, estimateRange } from './estimate-range.js'
import { defaultLimits, type Limits, limitsSchema } from './limits.js'
import type { DeliberateOptions, OmegaOptions, SubmitOptions } from './options.js'
import { panelOf } from './panel.js'
import { type ProgressStep, progressOf } from './progress.js'

/** Tells people how a deliberation is getting on; can be iterated any number of times. */
interface Progressing {
  readonly progress: AsyncIterable<ProgressStep>
}

/** A deliberation under way. `Else` is what it may give beside its report: `never` when its journal, if any, ends with the process. */
export type Deliberation<Else = Interrupted> = Progressing &
  RunHandle<OmegaContracts, 'DeliberationResult', PayloadOf<OmegaContracts, 'DeliberationResult'> | Else>
export type WaitingDeliberation<Else = Interrupted> = Progressing &
  WaitingRunHandle<OmegaContracts, 'DeliberationResult', Else>
/** A deliberation in the queue: await it for the report, iterate it for the events, in any process. */
export type SubmittedDeliberation = JobHandle<PayloadOf<OmegaContracts, 'DeliberationResult'>, DeliberationEvent>
export type DeliberationEvent = RunEventOf<OmegaContracts>
export type ResumeOptions = Omit<RuntimeResumeOptions, 'deciders'>
export type ForkOptions = Omit<RuntimeForkOptions, 'deciders'>

export interface Omega<Else = Interrupted> {
  /**
   * Puts a problem to the panel. Await the handle for the one report, iterate it for the events.
   *
   * @throws {ArtooError} `invalid_option` naming the option; `closed`.
   */
  deliberate(problem: string, options: DeliberateOptions & { readonly onUnanswered: 'wait' }): WaitingDeliberation<Else>
  deliberate(problem: string, options?: DeliberateOptions): Deliberation<Else>
  /**
   * The estimated cost before anything is spent: exact for a problem whose kind is given, otherwise from the cheapest
   * kind to the dearest.
   */
  estimate(problem: string, known?: GivenClassification): EstimateRange
  /**
   * Goes on with a deliberation of the journal's that a crash cut short or that waits for a person. As `resume` of `@artoo/runtime`.
   *
   * @throws {ArtooError} `no_journal`, `task_running`, `invalid_option` naming the option, `invalid_task_id`, `closed`.
   */
  resume(taskId: string, options?: ResumeOptions): WaitingDeliberation<Else>
  /**
   * Begins another deliberation with the events of one up to any of them. As `fork` of `@artoo/runtime`.
   *
   * @throws {ArtooError} as `resume` does; `invalid_option`, field `at`, without options.
   */
  fork(taskId: string, options: ForkOptions): WaitingDeliberation<Else>
  /**
   * Decides a deliberation of the journal again: no model, agent, tool or person is asked.
   *
   * @throws {ArtooError} `no_journal`, `invalid_option` for options, which it has none of; as `readEvents` of `@artoo/runtime` does.
   */
  replay(taskId: string): Promise<Replay>
  /**
   * Submits a problem to the queue, for a worker in any process. A question that nobody answers there waits, for `answer`.
   *
   * @throws {ArtooError} as `deliberate` does; `no_queue`; `unsupported_option` for an option that is not plain data, such as `context`.
   */
  submit(problem: string, options?: SubmitOptions): SubmittedDeliberation
  /** A deliberation that was submitted before, in any process. @throws {ArtooError} `no_queue`, `invalid_task_id`, `closed`. */
  follow(taskId: string): SubmittedDeliberation
  /**
   * Answers requests of a submitted deliberation, by their ids in `job()` of its handle. The first answer to a request counts: rejects with
   * `unknown_request` for a later one, `unknown_task`, `invalid_answer`, `secret_in_answer`, `unsupported_option`, `no_queue`.
   */
  answer(taskId: string, answers: NonNullable<ResumeOptions['answers']>): Promise<void>
  /** Carries out submitted deliberations with this panel, until it is closed. @throws {ArtooError} `no_queue`, `invalid_option`, `closed`. */
  worker(options?: SystemWorkerOptions): Worker
  /** The deliberations of the journal. @throws {ArtooError} `no_journal`, `invalid_option` for an option or a state that there is not. */
  tasks(filter?: { readonly state?: TaskState | undefined }): AsyncIterable<Task>
  /** As `close` of `@artoo/runtime`: what is under way can be resumed, or ends when no journal outlives the process. */
  close(): Promise<void>
}

/** The input of a job: the problem and the options of its run. */
type SubmittedProblem = readonly [string, DeliberateOptions]

/** A panel that deliberates. @throws {ArtooError} `invalid_option` naming the option, `invalid_roster`, `unsafe_journal` for a journal or a queue that a tool can reach. */
export function createOmega<const J extends Journal | undefined = undefined>(
  options: OmegaOptions<J>,
): Omega<InterruptedWith<J>> {
  type Own = Omega<InterruptedWith<J>>
  assertOmegaOptions(options)
  const {
    tools = [],
    checks = [],
    memory,
    journal,
    redact,
    prices,
    clock,
    ids,
    concurrency = 11,
    profile = 'measured',
  } = options
  assertOutsideRoots(
    [
      { field: 'journal', path: journal?.directory },
      { field: 'queue', path: options.queue?.directory },
    ],
    tools,
  )
  if (options.agents) assertAgents(options.agents)
  const checkDescriptors = checks.map(({ name, description, argumentsSchema: inputSchema = {} }) => ({
    ...{ name, description, inputSchema },
  }))
  const panel = panelOf(options)
  const { roster, size, speakers, models, functions, modelsOf } = panel
  const slots = fairSlots(concurrency)
  const runtime = createRuntime({
    system: omegaSystem,
    effects: [
      modelEffect({
        outputs: outputsOf(roster, models.length, checks.length > 0),
        modelOf: (_, output) => modelsOf(output),
        ...{ tools, slots, bills: 'phi' },
      }),
      agentsEffect(functions),
      toolEffect({ tools, slots, permissions: options.permissions }),
      checkEffect({ checks }),
      humanEffect(),
      ...(memory ? [memoryEffect(memory, redact)] : []),
    ],
    ...{ journal, redact, prices, clock, ids },
  })
  const ownLimits = resolveLimits(limitsSchema, options.limits, defaultLimits[size])
  function deciders(given: unknown) {
    const settings = given as DeliberationSettings
    const isSame = settings.panel === size && settings.profile === profile
    if (isSame) return [createPhi({ ...settings, roster })]
    const message = `it was begun with the panel ${settings.panel} and the profile ${settings.profile}: give createOmega the same`
    throw new ArtooError('invalid_option', message, { field: 'panel' })
  }

  function deliberate(problem: string, own: DeliberateOptions = {}, taskId?: string) {
    assertProblem(problem)
    assertRunOptions(own)
    const { signal, context, parent, onUnanswered, limits: changed, ...rest } = own
    const { clarify = options.clarify, confirm = options.confirm, ...known } = rest
    const { iterations, ...limits }: Limits = resolveLimits(limitsSchema, changed, ownLimits)
    const { timeMs, modelCalls, tokens = null } = limits
    const settings: DeliberationSettings = {
      ...{ panel: size, profile, speakers },
      tools: tools.map(({ name }) => name),
      checks: checkDescriptors,
      remembers: memory !== undefined,
    }
    const run = runtime.run({
      begin: {
        ...{ type: 'DeliberationBegun', to: 'phi' },
        payload: { problem, given: known, limits: { timeMs, modelCalls, tokens, iterations } },
      },
      ...{ deciders: deciders(settings), settings, limits, signal, context, parent, onUnanswered },
      ...{ clarify, confirm, taskId },
    })
    return progressing(run)
  }

  const progressing = <Handle extends AsyncIterable<DeliberationEvent>>(run: Handle): Handle & Progressing =>
    Object.assign(run, { progress: { [Symbol.asyncIterator]: () => progressOf(run, roster) } })

  const people = { clarify: options.clarify, confirm: options.confirm }

  function resume(taskId: string, own: ResumeOptions = {}) {
    assertGoingOn('resume', own)
    return progressing(runtime.resume(taskId, { ...people, ...own, deciders }))
  }

  const jobs = systemJobs({
    ...{ kind: 'deliberation', version: omegaSystem.version ?? '1', queue: options.queue, journal, ids, resume },
    clock: runtime.clock,
    start({ taskId, input }, own) {
      const [problem, carried] = input as SubmittedProblem
      return deliberate(problem, { ...carried, ...own, onUnanswered: 'wait' }, taskId)
    },
  })

  function submit(problem: string, given: SubmitOptions = {}): SubmittedDeliberation {
    const { taskId, tags, priority, delayMs, ...carried } = given
    assertCarried(carried)
    assertProblem(problem)
    assertRunOptions(carried)
    resolveLimits(limitsSchema, carried.limits, ownLimits)
    return jobs.submit([problem, carried] satisfies SubmittedProblem, { taskId, tags, priority, delayMs })
  }

  return {
    deliberate: (problem: string, own?: DeliberateOptions) => deliberate(problem, own) as ReturnType<Own['deliberate']>,
    estimate(problem, known = {}) {
      assertProblem(problem)
      assertEstimated(known)
      return estimateRange(problem, known, {
        ...panel,
        profile,
        tools: tools.length > 0,
        checkTokens: Math.floor(JSON.stringify(checkDescriptors).length / 4),
        limits: ownLimits,
      })
    },
    resume,
    fork(taskId, own) {
      assertGoingOn('fork', own)
      return progressing(runtime.fork(taskId, { ...people, ...own, deciders }))
    },
    replay(taskId: string, own: object = {}) {
      assertOptions(own, [], { of: 'replay' })
      if (!journal)
        throw new ArtooError('no_journal', 'there is nothing to replay: give createOmega a journal', {
          field: 'journal',
        })
      return replayRun(journal, taskId, { system: omegaSystem as never, deciders })
    },
    tasks: runtime.tasks,
    submit,
    follow: jobs.follow as Own['follow'],
    answer: jobs.answer,
    worker: (given = {}) => jobs.worker(given),
    close: () => jobs.close().finally(() => runtime.close()),
  }
}
