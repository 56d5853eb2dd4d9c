import { environmentEntity, intentSpace, toolSpace } from '@artoo/mkct'
import { askModel, turnedDown } from '@artoo/runtime'
import { countOption, type Message } from '@artoo/spec'
import { argumentsReview } from '@artoo/tools'
import { resolveMemoryProfile } from '../memory/memory-profiles.js'
import type { Incoming } from '../messages/contracts.js'
import type { PlanDirective } from '../messages/control.js'
import type { Need } from '../messages/need.js'
import type { PlanDraft } from '../messages/outputs.js'
import type { Deadline, TaskSpec } from '../messages/task.js'
import { addedForPlanner, addedIn, withAddedWords } from '../people/added-words.js'
import {
  answersText,
  heardOf,
  isAccessRefused,
  mostRounds,
  needsOf,
  noMoreQuestions,
  questionFor,
} from '../people/asking.js'
import { briefing } from '../prompts/briefing.js'
import { firstSentence, oneLine } from '../prompts/one-line.js'
import { defaultRoom } from '../prompts/room.js'
import { deadlineIn } from '../role/deadline.js'
import type { Role, Step } from '../role/role.js'
import { withTypedOutput } from '../typed-output/prompt.js'
import { againstExperience } from './against-experience.js'
import { type Calibrated, calibrated } from './calibrated.js'
import { blockedBy, cautionsFor, experienceFor, pairsAgainst } from './constraints.js'
import { criteriaByCode, dispatchDirect } from './direct-work.js'
import { dispatchNext, withOutputs } from './dispatch.js'
import { dispatchPlan } from './dispatch-plan.js'
import { planningBrief } from './planning-brief.js'
import { plannerInstruction } from './prompt.js'
import { reviewPlan } from './review-plan.js'
import { initial, type PlannerComponents, type State, withDirective } from './state.js'
import { hearAll, steered, withAdded } from './steered.js'
import { intentOf, restingOn, withClarifications } from './task.js'

const key = 'plan'

/** Characters of the reason why direct work is planned. */
const longestReason = 500

/**
 * R2: calibrate → plan → review → dispatch. Reads memory, obeys the controller's directive, executes nothing.
 *
 * @throws {ArtooError} `invalid_option` when `maxDrafts` or `maxSubtasks` is not a whole number from 1; `invalid_check`
 * for a check whose `argumentsSchema` can't be read.
 */
export function createPlanner(components: PlannerComponents): Role<'R2', State> {
  const { checks, surroundings = [], instructions, environment = 'local' } = components
  const tools = components.tools.map(({ name, description, deferred }) => {
    return { name, description: deferred ? firstSentence(description) : description }
  })
  const { depth = 'lean', room = defaultRoom, shape, nobodyConfirms, plansOnly } = components
  const { reads } = resolveMemoryProfile(components.memoryProfile)
  const maxDrafts = countOption('maxDrafts', components.maxDrafts ?? 3, 1)
  const maxSubtasks = countOption('maxSubtasks', components.maxSubtasks ?? 20, 1)
  const toolNames = tools.map((tool) => tool.name)
  const reviews = new Map(checks.map((check) => [check.name, argumentsReview(check)]))

  /** After a plan has failed, words alone won't do. */
  const mayAnswer = ({ directive, beganDirect }: State) => depth !== 'full' && directive === null && !beganDirect

  const outputFor = (state: State) => (shape && mayAnswer(state) ? 'typed_plan' : 'plan')

  /** The field that users read while it is written. */
  const answerFor = (state: State) => (mayAnswer(state) ? 'answer' : undefined)

  /** The checks' criteria stay the task's, whatever is planned later. */
  function beginDirect(state: State, spec: TaskSpec): Step<'R2', State> {
    const criteria = criteriaByCode(checks)
    return [{ ...state, spec, criteria, beganDirect: true }, dispatchDirect(spec, criteria, toolNames)]
  }

  function consultMemory(state: State, spec: TaskSpec): Step<'R2', State> {
    const space = intentSpace(spec.intent)
    const entities = [environmentEntity(environment), ...toolNames.map(toolSpace)]
    const pairs = entities.map((entity) => ({ space, entity }))
    return [state, [{ type: 'MemoryQuery', to: 'R5', payload: { pairs, spaces: toolNames.map(toolSpace) } }]]
  }

  function propose(
    state: State,
    spec: TaskSpec,
    { whole, told, warnedTools }: Calibrated,
    now: number,
  ): Step<'R2', State> {
    const { directive, criteria, dispatched: earlier } = state
    const blocked = blockedBy(whole, directive, toolNames)
    const brief = planningBrief({
      spec,
      now,
      mayAnswer: mayAnswer(state),
      surroundings,
      nobodyConfirms,
      directive,
      calibration: told,
      blocked,
      tools,
      checks,
      criteria,
      earlier,
      room,
      shape,
    })
    const cautions = cautionsFor(whole, reads.against)
    const warned = pairsAgainst(whole)
    const own =
      addedIn(spec.clarifications).length > 0 ? `${plannerInstruction}\n\n${addedForPlanner}` : plannerInstruction
    const instruction = withTypedOutput(own, 'planner', shape !== undefined)
    const experience = experienceFor(told)
    const [heard, sent] = hearAll(state)
    return [
      { ...heard, blocked, cautions, experience, warned, warnedTools, doubted: null, drafts: 1 },
      [
        ...sent,
        askModel(outputFor(state), briefing(instruction, brief, instructions), { key, answer: answerFor(state) }),
      ],
    ]
  }

  function obey(state: State, spec: TaskSpec, directive: PlanDirective): Step<'R2', State> {
    const known = withClarifications(spec, directive.clarifications)
    const step = consultMemory(withDirective({ ...state, spec: known }, directive), known)
    const isFirstPlan = state.beganDirect && state.dispatched.length === 0
    return isFirstPlan ? escalated(step, 'failed_work', directive.gapSummary) : step
  }

  function reply(
    state: State,
    spec: TaskSpec,
    { payload, at }: Extract<Incoming<'R2'>, { type: 'ModelReply' }>,
  ): Step<'R2', State> {
    if (payload.kind !== 'value' || payload.output !== outputFor(state)) return [state, []]
    // A plan that was made without what the user added meanwhile is no plan yet.
    if (state.unheard.length > 0) return goOn({ ...state, doubted: null })
    return state.doubted
      ? reconsidered(state, spec, state.doubted, payload.value, at)
      : review(state, spec, payload.value, at)
  }

  function review(state: State, spec: TaskSpec, plan: PlanDraft, now: number): Step<'R2', State> {
    if (plan.needs?.length) return askPerson(state, needsOf(plan.needs))
    const isClaim = plan.subtasks.length === 0 && plan.asks === 'change' && !plan.impossible?.trim()
    if (plan.subtasks.length === 0 && !isClaim) return withoutPlan(state, plan, mayAnswer(state))
    const problems = isClaim ? [claimsChange] : problemsOf(state, spec, plan, now)
    if (problems.length === 0) {
      const { warnedTools, directive, dispatched: earlier } = state
      const doubt = againstExperience(plan, { warnedTools, earlier, directive, toolNames })
      return doubt === null ? go(state, spec, plan) : [{ ...state, doubted: plan }, [askAgain(state, doubt)]]
    }
    const { why, asked: drafts } = turnedDown(problems, state.drafts, maxDrafts)
    if (drafts === null) {
      return fail(state, 'planning_failed', `the last of ${state.drafts} plans was turned down: ${why}`)
    }
    const again = askAgain(state, `This plan can't be dispatched: ${why}. Answer with another plan.`, answerFor(state))
    const { problem = null } = deadlineOf(state, spec, plan) ?? {}
    return [{ ...state, drafts, problem: state.problem ?? problem }, [again]]
  }

  /**
   * Two rounds of questions to a person in a task, then the model is asked to go on without. If it can't, the task ends
   * with its questions.
   */
  function askPerson(state: State, needs: readonly Need[]): Step<'R2', State> {
    const rounds = state.rounds + 1
    if (state.rounds < mostRounds)
      return [{ ...state, rounds, asked: needs }, [questionFor(needs, { from: 'planner', key })]]
    if (state.rounds > mostRounds) return unanswered(state, needs)
    return goOn({ ...state, rounds }, noMoreQuestions)
  }

  function hear(
    state: State,
    spec: TaskSpec,
    { answers }: Extract<Incoming<'R2'>, { type: 'ClarificationAnswer' }>['payload'],
  ): Step<'R2', State> {
    const { asked } = state
    if (!asked) return [state, []]
    const { clarifications, open } = heardOf(asked, answers, room)
    // An earlier plan may have lacked what a person has given since.
    const isGiven = clarifications.some((one) => !isAccessRefused(one))
    const outdated = isGiven ? state.dispatched.length : state.outdated
    const next = { ...state, asked: null, outdated, spec: withClarifications(spec, clarifications) }
    // The words that the user added meanwhile may be the answer.
    return open.length > 0 && state.unheard.length === 0
      ? unanswered(next, open)
      : goOn(next, answersText(clarifications))
  }

  /** Asks the planner's model to go on, with what the user added since. */
  function goOn(state: State, ...told: readonly Message[]): Step<'R2', State> {
    const [heard, sent] = hearAll(state)
    const messages = withAddedWords(told, state.unheard, 'planner')
    return [heard, [...sent, askModel(outputFor(state), messages, { key, continues: true, answer: answerFor(state) })]]
  }

  /** The plan after a question to the model about it: the new one if it is admissible, and the old one otherwise. */
  function reconsidered(state: State, spec: TaskSpec, doubted: PlanDraft, plan: PlanDraft, now: number) {
    const mayGo = plan.subtasks.length > 0 && problemsOf(state, spec, plan, now).length === 0
    return go(state, spec, mayGo ? plan : doubted)
  }

  function problemsOf(state: State, spec: TaskSpec, plan: PlanDraft, now: number): readonly string[] {
    const { directive, blocked } = state
    const earlier = state.dispatched.slice(state.outdated)
    const named = deadlineOf(state, spec, plan)
    const { problem = null } = named ?? {}
    const meant =
      problem !== null && state.problem === null
        ? [`the deadline can't be kept: ${problem}; give the time that the user meant, or null`]
        : []
    const { done = [], left: givenUp = [] } = directive ?? {}
    const deadline = named ? named.at : spec.deadline
    const rules = { toolNames, checks: reviews, blocked, earlier, directive, done, givenUp, maxSubtasks, deadline, now }
    const aimless =
      plan.criteria.length + state.criteria.length === 0 ? ['the task has no criteria: at least one is needed'] : []
    return [...aimless, ...reviewPlan(plan, rules), ...meant]
  }

  const askAgain = (state: State, content: string, answer?: 'answer') =>
    askModel(outputFor(state), [{ role: 'user', content }], { key, continues: true, answer })

  function go(state: State, given: TaskSpec, plan: PlanDraft): Step<'R2', State> {
    const named = deadlineOf(state, given, plan)
    const intent = intentOf(given, plan, state.dispatched.length === 0)
    const spec = { ...given, intent, ...(named && { deadline: named.at }) }
    const told = plansOnly ? ({ ...plan, asks: 'answer' } as const) : plan
    return dispatchPlan({ ...state, spec, doubted: null }, restingOn(spec, plan), told, { named, depth })
  }

  return {
    actor: 'R2',
    initial,
    decide(state, message) {
      if (message.type === 'Steering') return [steered(state, message.payload), []]
      const spec = message.type === 'TaskSpec' ? withAdded(message.payload, state.unheard) : state.spec
      if (!spec) return [state, []]
      switch (message.type) {
        case 'TaskSpec':
          return depth === 'auto' ? beginDirect(state, spec) : consultMemory({ ...state, spec }, spec)
        case 'PlanWanted':
          return escalated(consultMemory(state, spec), 'needs_plan', message.payload.why)
        case 'ClarificationAnswer':
          return hear(state, spec, message.payload)
        case 'PlanDirective':
          return obey(state, spec, message.payload)
        case 'MemoryReading':
          return propose(
            state,
            spec,
            calibrated(message.payload.consultation, intentSpace(spec.intent), reads),
            message.at,
          )
        case 'ModelReply':
          return reply(state, spec, message)
        case 'SequenceCompleted': {
          const { waiting, sent } = dispatchNext(withOutputs(state.waiting, message.payload.outputs))
          return [{ ...state, waiting }, sent]
        }
        case 'ModelFailure':
          return state.doubted && state.unheard.length === 0 && !message.payload.infrastructure
            ? go(state, spec, state.doubted)
            : [state, [{ type: 'RoleFailure', to: 'R7', payload: message.payload }]]
      }
    },
  }
}

const claimsChange = 'the request asks for a change, and the plan has no subtask that makes it'

const unanswered = (state: State, needs: readonly Need[]): Step<'R2', State> => [
  { ...state, asked: null },
  [{ type: 'Unanswered', to: 'R7', payload: { needs: [...needs] } }],
]

/** A step by which direct work is planned after all. */
function escalated([state, sent]: Step<'R2', State>, rule: 'needs_plan' | 'failed_work', because: string) {
  const payload = { to: 'planning' as const, rules: [rule], because: oneLine(because, longestReason) }
  return [state, [{ type: 'Escalation', to: 'log', payload }, ...sent]] satisfies Step<'R2', State>
}

function withoutPlan(state: State, { answer, impossible }: PlanDraft, mayAnswer: boolean): Step<'R2', State> {
  if (!impossible?.trim() && mayAnswer && answer)
    return [state, [{ type: 'Answer', to: 'R7', payload: { output: answer } }]]
  return fail(state, 'infeasible', impossible || 'the plan is empty')
}

/** The deadline that the planner found in words that no perceiver has read. */
function deadlineOf({ problem, directive }: State, spec: TaskSpec, { deadline }: PlanDraft): Deadline | null {
  if (!spec.verbatim || directive !== null) return null
  return deadlineIn(deadline, spec.receivedAt) ?? (problem === null ? null : { at: null, problem })
}

function fail(state: State, code: string, message: string): Step<'R2', State> {
  return [state, [{ type: 'RoleFailure', to: 'R7', payload: { code, message } }]]
}
