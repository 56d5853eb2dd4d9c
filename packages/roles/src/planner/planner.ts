import { type Calibration, calibrate, environmentEntity, intentSpace, toolSpace } from '@artoo/mkct'
import type { Message } from '@artoo/spec'
import { ask, briefing } from '../ask.js'
import type { Outgoing } from '../messages/contracts.js'
import type { PlanDirective } from '../messages/control.js'
import type { SubTask } from '../messages/plan.js'
import type { TaskSpec } from '../messages/task.js'
import type { PlanDraft } from '../outputs.js'
import type { Role, Step } from '../role.js'
import { type Blocked, blockedBy } from './constraints.js'
import { directiveGuidance, plannerInstruction } from './prompt.js'
import { fingerprint, reviewPlan } from './review-plan.js'

export interface PlannerComponents {
  readonly tools: readonly { readonly name: string; readonly description: string }[]
  readonly checks: readonly { readonly name: string; readonly description: string }[]
  /** Where the agent runs; experiences are kept apart by it. @defaultValue 'local' */
  readonly environment?: string
  /** @defaultValue 3 */
  readonly maxDrafts?: number
  /** @defaultValue 20 */
  readonly maxSubtasks?: number
}

interface State {
  readonly spec: TaskSpec | null
  readonly directive: PlanDirective | null
  readonly round: number
  readonly blocked: Blocked
  readonly conversation: readonly Message[]
  readonly drafts: number
  readonly dispatched: readonly PlanDraft[]
  /** Subtasks whose sequence has not come yet. */
  readonly waiting: readonly SubTask[]
}

/** R2: calibrate → plan → review → dispatch. Reads memory, obeys the controller's directive, executes nothing. */
export function createPlanner(components: PlannerComponents): Role<'R2', State> {
  const { tools, checks, environment = 'local', maxDrafts = 3, maxSubtasks = 20 } = components
  const toolNames = tools.map((tool) => tool.name)

  function consultMemory(state: State, spec: TaskSpec): Step<'R2', State> {
    const pairs = [{ space: intentSpace(spec.intent), entity: environmentEntity(environment) }]
    return [state, [{ type: 'MemoryQuery', to: 'R5', payload: { pairs, spaces: toolNames.map(toolSpace) } }]]
  }

  function propose(state: State, spec: TaskSpec, calibration: Calibration): Step<'R2', State> {
    const { directive } = state
    const blocked = blockedBy(calibration, directive, toolNames)
    const texts = (constraints: Calibration['mustNot']) => constraints.map((constraint) => constraint.text)
    const conversation = briefing(plannerInstruction, {
      intent: spec.intent,
      rawInput: spec.rawInput,
      scope: spec.scope,
      deadline: spec.deadline,
      tools: tools
        .filter((tool) => !blocked.tools.includes(tool.name))
        .map(({ name, description }) => ({ name, description })),
      checks: checks.map(({ name, description }) => ({ name, description })),
      constraints: {
        mustNot: [
          ...texts(calibration.mustNot),
          ...blocked.tools.map((tool) => `use ${tool}`),
          ...blocked.targets.map(({ tool, target }) => `touch ${target} (failed with ${tool})`),
        ],
        shouldPrefer: texts(calibration.shouldPrefer),
        caution: texts(calibration.caution),
      },
      directive: directive && {
        directive: directive.directive,
        meaning: directiveGuidance[directive.directive],
        urgency: directive.urgency,
        failedCriterion: directive.failedCriterion,
        whatHappened: directive.gapSummary,
        blockedTargets: directive.blockedTargets,
      },
      earlierPlans: state.dispatched.map((plan) => plan.subtasks.map(({ intent, tools }) => ({ intent, tools }))),
    })
    return [{ ...state, blocked, conversation, drafts: 0 }, [ask('plan', conversation)]]
  }

  function review(state: State, spec: TaskSpec, plan: PlanDraft, text: string): Step<'R2', State> {
    const earlier = state.dispatched.map(fingerprint)
    const problems = reviewPlan(plan, {
      toolNames,
      checkNames: checks.map((check) => check.name),
      blocked: state.blocked,
      earlier,
      maxSubtasks,
    })
    if (problems.length === 0) return dispatch(state, spec, plan)
    const drafts = state.drafts + 1
    if (drafts >= maxDrafts) {
      const message = `no admissible plan in ${drafts} drafts; the last one: ${problems.join('; ')}`
      return [state, [{ type: 'RoleFailure', to: 'R7', payload: { code: 'planning_failed', message } }]]
    }
    const conversation: readonly Message[] = [
      ...state.conversation,
      { role: 'assistant', content: text },
      { role: 'user', content: `This plan can't be dispatched: ${problems.join('; ')}. Answer with another plan.` },
    ]
    return [{ ...state, drafts, conversation }, [ask('plan', conversation)]]
  }

  return {
    actor: 'R2',
    initial: {
      spec: null,
      directive: null,
      round: 0,
      blocked: { tools: [], targets: [] },
      conversation: [],
      drafts: 0,
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
          return propose(state, spec, calibrate(message.payload.consultation))
        case 'ModelReply': {
          const { payload } = message
          return payload.kind === 'value' ? review(state, spec, payload.value as PlanDraft, payload.text) : [state, []]
        }
        case 'SequenceCompleted':
          return dispatchNext(state, message.payload.outputs)
        case 'ModelFailure':
          return [state, [{ type: 'RoleFailure', to: 'R7', payload: message.payload }]]
      }
    },
  }
}

function dispatch(state: State, spec: TaskSpec, plan: PlanDraft): Step<'R2', State> {
  const round = state.round + 1
  const subtasks = plan.subtasks.map(
    (draft, index): SubTask => ({
      subtaskId: `${round}.${index + 1}`,
      sequence: draft.sequence,
      intent: draft.intent,
      criteria: draft.criteria,
      tools: draft.tools,
      blockedTargets: [...state.blocked.targets],
      context: draft.context ?? '',
    }),
  )
  const manifest = { round, spec, criteria: plan.criteria, subtasks }
  const [next, sent] = dispatchNext({ ...state, round, waiting: subtasks, dispatched: [...state.dispatched, plan] }, [])
  return [next, [{ type: 'DispatchManifest', to: 'R4b', payload: manifest }, ...sent]]
}

/** Sends the subtasks of the lowest waiting sequence, each to the executor and, as its rubric, to the validator. */
function dispatchNext(
  state: State,
  outputs: readonly { readonly intent: string; readonly output: string }[],
): Step<'R2', State> {
  const found = outputs.map(({ intent, output }) => `Already done: ${intent}\nResult: ${output}`)
  const waiting = state.waiting.map((subtask) => ({
    ...subtask,
    context: [subtask.context, ...found].filter(Boolean).join('\n\n'),
  }))
  const sequence = Math.min(...waiting.map((subtask) => subtask.sequence))
  const group = waiting.filter((subtask) => subtask.sequence === sequence)
  const sent = group.flatMap((subtask): Outgoing<'R2'>[] => [
    { type: 'SubTask', to: 'R4a', payload: subtask },
    { type: 'SubTask', to: 'R3', payload: subtask },
  ])
  return [{ ...state, waiting: waiting.filter((subtask) => subtask.sequence !== sequence) }, sent]
}
