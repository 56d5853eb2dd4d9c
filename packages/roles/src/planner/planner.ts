import { environmentEntity, intentSpace, toolSpace } from '@artoo/mkct'
import { argumentsReview } from '@artoo/runtime'
import type { Check } from '@artoo/spec'
import { truncateOutput } from '@artoo/tools'
import { ask, briefing } from '../ask.js'
import { countOption } from '../count-option.js'
import type { PlanDirective } from '../messages/control.js'
import type { Criterion, SubTask } from '../messages/plan.js'
import type { TaskSpec } from '../messages/task.js'
import type { PlanDraft } from '../outputs.js'
import type { Role, Step } from '../role.js'
import { defaultRoom } from '../room.js'
import { type Calibrated, calibrated } from './calibrated.js'
import { type Blocked, blockedBy, experienceFor } from './constraints.js'
import { dispatchNext, subtasksOf, withAdded, withOutputs } from './dispatch.js'
import { planningBrief } from './planning-brief.js'
import { plannerInstruction } from './prompt.js'
import { fingerprint, reviewPlan } from './review-plan.js'

/** What planning needs of a check: to tell of it, and to review what a plan gives it. */
export type PlannableCheck = Pick<Check, 'name' | 'description' | 'argumentsSchema' | 'parse'>

export interface PlannerComponents {
  readonly tools: readonly { readonly name: string; readonly description: string }[]
  readonly checks: readonly PlannableCheck[]
  /** Where the agent runs; experiences are kept apart by it. @defaultValue 'local' */
  readonly environment?: string
  /** What the host wants heeded, in words for the model. @defaultValue none */
  readonly instructions?: string | undefined
  /** Drafts of one round, before planning counts as failed. @defaultValue 3 */
  readonly maxDrafts?: number
  /** @defaultValue 20 */
  readonly maxSubtasks?: number
  /** Characters of a conversation, by which a request is measured. @defaultValue 400_000 */
  readonly room?: number
}

/** Bytes of what a plan is turned down for. */
const longestProblems = 8_192

interface State {
  readonly spec: TaskSpec | null
  readonly directive: PlanDirective | null
  readonly blocked: Blocked
  /** What memory has to say to the executors of this round. */
  readonly experience: string
  /** Drafts of this round that were turned down. */
  readonly drafts: number
  /** Criteria of the task: set by the first plan, a later one may only add. */
  readonly criteria: readonly Criterion[]
  /** The plans of the rounds so far. */
  readonly dispatched: readonly PlanDraft[]
  /** Subtasks whose sequence has not come yet. */
  readonly waiting: readonly SubTask[]
}

/**
 * R2: calibrate → plan → review → dispatch. Reads memory, obeys the controller's directive, executes nothing.
 *
 * @throws {ArtooError} `invalid_option` when `maxDrafts` or `maxSubtasks` is no whole number from 1; `invalid_check` for
 * a check whose `argumentsSchema` can't be read.
 */
export function createPlanner(components: PlannerComponents): Role<'R2', State> {
  const { tools, checks, instructions, environment = 'local', room = defaultRoom } = components
  const maxDrafts = countOption('maxDrafts', components.maxDrafts ?? 3, 1)
  const maxSubtasks = countOption('maxSubtasks', components.maxSubtasks ?? 20, 1)
  const toolNames = tools.map((tool) => tool.name)
  const reviews = new Map(checks.map((check) => [check.name, argumentsReview(check)]))

  function consultMemory(state: State, spec: TaskSpec): Step<'R2', State> {
    const pairs = [{ space: intentSpace(spec.intent), entity: environmentEntity(environment) }]
    return [state, [{ type: 'MemoryQuery', to: 'R5', payload: { pairs, spaces: toolNames.map(toolSpace) } }]]
  }

  function propose(state: State, spec: TaskSpec, { whole, told: calibration }: Calibrated): Step<'R2', State> {
    const { directive, criteria, dispatched: earlier } = state
    const blocked = blockedBy(whole, directive, toolNames)
    const brief = planningBrief({ spec, directive, calibration, blocked, tools, checks, criteria, earlier, room })
    const experience = experienceFor(calibration)
    return [
      { ...state, blocked, experience, drafts: 0 },
      [ask('plan', briefing(plannerInstruction, brief, instructions))],
    ]
  }

  function review(state: State, spec: TaskSpec, plan: PlanDraft): Step<'R2', State> {
    if (plan.subtasks.length === 0) return fail(state, 'infeasible', plan.impossible ?? 'the plan is empty')
    const earlier = state.dispatched.map(fingerprint)
    const done = state.directive?.done ?? []
    const problems = reviewPlan(plan, {
      toolNames,
      checks: reviews,
      blocked: state.blocked,
      earlier,
      done,
      maxSubtasks,
    })
    if (problems.length === 0) return dispatch(state, spec, plan)
    const drafts = state.drafts + 1
    const why = truncateOutput(problems.join('; '), longestProblems)
    if (drafts >= maxDrafts) {
      const message = `no admissible plan in ${drafts} drafts; the last one: ${why}`
      return fail(state, 'planning_failed', message)
    }
    const content = `This plan can't be dispatched: ${why}. Answer with another plan.`
    return [{ ...state, drafts }, [ask('plan', [{ role: 'user', content }], { continues: true })]]
  }

  return {
    actor: 'R2',
    initial: {
      spec: null,
      directive: null,
      blocked: { tools: [], targets: [] },
      experience: '',
      drafts: 0,
      criteria: [],
      dispatched: [],
      waiting: [],
    },
    decide(state, message) {
      const spec = message.type === 'TaskSpec' ? message.payload : state.spec
      if (!spec) return [state, []]
      switch (message.type) {
        case 'TaskSpec':
          return consultMemory({ ...state, spec }, spec)
        case 'PlanDirective':
          return consultMemory({ ...state, directive: message.payload }, spec)
        case 'MemoryReading':
          return propose(state, spec, calibrated(message.payload.consultation))
        case 'ModelReply': {
          const { payload } = message
          return payload.kind === 'value' && payload.output === 'plan'
            ? review(state, spec, payload.value)
            : [state, []]
        }
        case 'SequenceCompleted': {
          const { waiting, sent } = dispatchNext(withOutputs(state.waiting, message.payload.outputs))
          return [{ ...state, waiting }, sent]
        }
        case 'ModelFailure':
          return [state, [{ type: 'RoleFailure', to: 'R7', payload: message.payload }]]
      }
    },
  }
}

function fail(state: State, code: string, message: string): Step<'R2', State> {
  return [state, [{ type: 'RoleFailure', to: 'R7', payload: { code, message } }]]
}

function dispatch(state: State, spec: TaskSpec, plan: PlanDraft): Step<'R2', State> {
  const round = state.dispatched.length + 1
  const { blocked, experience } = state
  const fresh = subtasksOf(plan, { round, blockedTargets: blocked.targets, experience })
  const subtasks = withOutputs(fresh, state.directive?.done ?? [])
  const criteria = withAdded(state.criteria, plan.criteria)
  const manifest = { round, spec, criteria: [...criteria], subtasks: [...subtasks] }
  const { waiting, sent } = dispatchNext(subtasks)
  const next = { ...state, criteria, waiting, dispatched: [...state.dispatched, plan] }
  return [next, [{ type: 'DispatchManifest', to: 'R4b', payload: manifest }, ...sent]]
}
