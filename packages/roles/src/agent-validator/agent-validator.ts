import { ask, briefing } from '../ask.js'
import { bySubtask } from '../by-subtask.js'
import { countOption } from '../count-option.js'
import { evidence } from '../evidence.js'
import type { Outgoing } from '../messages/contracts.js'
import type { ExecutionResult } from '../messages/execution.js'
import type { SubTask } from '../messages/plan.js'
import type { CriterionVerdict, FailureClass } from '../messages/verdict.js'
import type { OutputValue } from '../outputs.js'
import type { Role, Step } from '../role.js'
import { defaultRoom, fitted, lastOf, written } from '../room.js'
import { shownOutput } from '../shown-output.js'
import { withTypedOutput } from '../typed-output/prompt.js'
import type { WithShape } from '../typed-output/shape.js'
import {
  forChecks,
  forModel,
  type Judgement,
  type Judgements,
  judgementOf,
  mendVerdicts,
  mostAsked,
  readVerdicts,
  restraint,
  verdictsOf,
  withRestraint,
  withUnjudged,
} from '../verdicts.js'
import { correctionFor, type UnmetCriterion } from './correction.js'
import { classOfFailure } from './failure-class.js'
import { lastValidatorInstruction, validatorInstruction } from './prompt.js'

export interface AgentValidatorComponents extends WithShape {
  /** Corrections after the first attempt (paper 4). @defaultValue 2 */
  readonly maxRetries?: number
  /** Another tier of model judges last: it is asked for verdicts that the first still owes. @defaultValue false */
  readonly hasSecondJudge?: boolean | undefined
  /** Characters of a conversation, by which a request is measured. @defaultValue 400_000 */
  readonly room?: number
  /** What the host wants heeded, in words for the model that judges last. @defaultValue none */
  readonly instructions?: string | undefined
}

/** Of that room, what each part of a request may take. */
const shares = { task: 0.2, output: 0.2, records: 0.12 } as const

/** Attempts of which a judge is told what was unmet. */
const mostEarlier = 3

type Verdicts = OutputValue<'verdicts'>

interface Judging {
  readonly maxRetries: number
  readonly hasSecondJudge: boolean
}

interface State {
  /** With all criteria that the attempt under way is judged by. */
  readonly subtask: SubTask | null
  readonly result: ExecutionResult | null
  /** Of the attempt under way. */
  readonly judgements: Judgements
  readonly correction: Verdicts['correction']
  /** How often the model was asked about this attempt. */
  readonly asked: number
  /** How often each criterion failed so far, by position. */
  readonly failures: readonly number[]
  /** What was found of earlier attempts. */
  readonly earlier: readonly EarlierAttempt[]
}

interface EarlierAttempt {
  readonly attempt: number
  readonly unmet: readonly { readonly criterion: string; readonly evidence: string }[]
}

const initial: State = {
  subtask: null,
  result: null,
  judgements: {},
  correction: null,
  asked: 0,
  failures: [],
  earlier: [],
}

/**
 * R4a: judges each attempt criterion by criterion and closes the fast loop. One failed criterion fails the attempt, and
 * what no record shows is not so; these rules are code, no model can bend them.
 *
 * @throws {ArtooError} `invalid_option` when `maxRetries` is no whole number from 0.
 */
export function createAgentValidator(
  components: AgentValidatorComponents = {},
): Role<'R4a', Readonly<Record<string, State>>> {
  const maxRetries = countOption('maxRetries', components.maxRetries ?? 2, 0)
  const { hasSecondJudge = false } = components
  const judging = { maxRetries, hasSecondJudge }
  return bySubtask({
    actor: 'R4a',
    initial,
    decide(state, message) {
      if (message.type === 'SubTask') {
        const { payload } = message
        return [{ ...state, subtask: payload, failures: payload.criteria.map(() => 0) }, []]
      }
      const { subtask } = state
      if (!subtask) return [state, []]
      if (message.type === 'ExecutionResult') return examine(state, subtask, message.payload, components)
      const { result } = state
      if (!result) return [state, []]
      switch (message.type) {
        case 'CheckResult': {
          const { index } = message.payload
          const judgements = { ...state.judgements, [index]: judgementOf(message.payload) }
          return settle({ ...state, judgements }, subtask, result, maxRetries)
        }
        case 'ModelReply': {
          const { payload } = message
          const isVerdicts =
            payload.kind === 'value' && (payload.output === 'verdicts' || payload.output === 'last_verdicts')
          return isVerdicts ? hear(state, subtask, result, payload.value as Verdicts, judging) : [state, []]
        }
        case 'ModelFailure': {
          const { message: why, infrastructure } = message.payload
          return infrastructure
            ? giveUp(subtask, result, unjudged(why))
            : leaveOpen(state, subtask, result, maxRetries, why)
        }
      }
    },
  })
}

function examine(
  state: State,
  given: SubTask,
  result: ExecutionResult,
  { instructions, room = defaultRoom, shape }: AgentValidatorComponents,
): Step<'R4a', State> {
  if (result.status === 'failed') {
    const failureReason = result.reason ?? 'the execution failed'
    const { infrastructure } = result
    return giveUp(given, result, { failureReason, infrastructure, failureClass: classOfFailure(result) })
  }
  const { output, toolCalls, clarifications } = result
  const subtask = asJudged(given, toolCalls)
  const { subtaskId: key, criteria, intent, context, request } = subtask
  const checks = forChecks(criteria).map(({ index, check }): Outgoing<'R4a'> => {
    return { type: 'CheckRequest', to: 'checks', payload: { key, index, check, output, toolCalls } }
  })
  const asked = forModel(criteria)
  const earlier = lastOf(state.earlier, mostEarlier)
  // The user's own words are shown whole; the rest shares what they leave.
  const left = room - (request === null ? 0 : written(request))
  const data = {
    ...(request !== null && { request }),
    ...fitted(
      {
        intent,
        ...(context && { context }),
        criteria: asked,
        ...(earlier.length > 0 && { earlier }),
        ...(clarifications.length > 0 && { clarifications }),
      },
      left * shares.task,
    ),
    ...shownOutput(output, left * shares.output),
    toolCalls: evidence(toolCalls, left * shares.records),
  }
  const messages =
    request === null
      ? briefing(validatorInstruction, data)
      : briefing(withTypedOutput(lastValidatorInstruction, 'judge', shape !== undefined), data, instructions)
  const question = asked.length > 0 ? [ask(outputFor(subtask), messages, { key })] : []
  return [{ ...state, subtask, result, judgements: {}, correction: null, asked: 1 }, [...checks, ...question]]
}

/** Who judges last judges also what no plan promises. */
function asJudged(subtask: SubTask, toolCalls: ExecutionResult['toolCalls']): SubTask {
  const { request, criteria } = subtask
  const isWhole = request !== null && criteria.every((criterion) => criterion.text !== restraint.text)
  return isWhole ? { ...subtask, criteria: withRestraint(criteria, toolCalls) } : subtask
}

const outputFor = ({ request }: SubTask) => (request === null ? 'verdicts' : 'last_verdicts')

/** Verdicts that are owed are asked of their judge, then of another tier where there is one; what stays open is nobody's fault who did the work. */
function hear(
  state: State,
  subtask: SubTask,
  result: ExecutionResult,
  { verdicts, correction }: Verdicts,
  { maxRetries, hasSecondJudge }: Judging,
): Step<'R4a', State> {
  const { subtaskId: key, criteria, request } = subtask
  const { asked } = state
  const read = readVerdicts(criteria, verdicts, { records: result.toolCalls, judged: state.judgements })
  const judgements = { ...state.judgements, ...read.judgements }
  const next = { ...state, judgements, correction: correction ?? state.correction, asked: asked + 1 }
  if (read.problems.length === 0) return settle(next, subtask, result, maxRetries)
  const isOther = asked === mostAsked && hasSecondJudge && request === null
  if (asked < mostAsked || isOther) {
    const output = isOther ? 'last_verdicts' : outputFor(subtask)
    return [next, [ask(output, [mendVerdicts(read.problems)], { key, continues: true })]]
  }
  return leaveOpen(next, subtask, result, maxRetries, read.problems.join('; '))
}

/** Nobody judges what is still open: no correction follows from that, and no blame. */
function leaveOpen(
  state: State,
  subtask: SubTask,
  result: ExecutionResult,
  maxRetries: number,
  why: string,
): Step<'R4a', State> {
  const judgements = withUnjudged(subtask.criteria, state.judgements, why)
  return settle({ ...state, judgements }, subtask, result, maxRetries)
}

/** The judge's provider failed, which is nobody's fault who did the work. */
const unjudged = (why: string) => ({ failureReason: `validation failed: ${why}`, infrastructure: true })

/** Once every criterion is judged: matched, another attempt, or failed. */
function settle(state: State, subtask: SubTask, result: ExecutionResult, maxRetries: number): Step<'R4a', State> {
  const { criteria, subtaskId } = subtask
  const { attempt } = result
  const failures = criteria.map((_, index) => (state.failures[index] ?? 0) + (isUnmet(state.judgements[index]) ? 1 : 0))
  const verdicts = verdictsOf(criteria, state.judgements, (index) => {
    return { failedAttempts: failures[index] ?? 0, attempts: attempt }
  })
  if (verdicts.length < criteria.length) return [state, []]
  const unmet = criteria.flatMap((criterion, index): UnmetCriterion[] => {
    const judgement = state.judgements[index]
    return judgement && isUnmet(judgement) ? [{ criterion, judgement }] : []
  })
  const [first, ...others] = unmet
  if (!first) return conclude(subtask, result, { status: 'matched', verdicts })
  if (attempt > maxRetries) {
    const failureReason = `unmet: ${unmet.map(({ criterion, judgement }) => `${criterion.text} (${judgement.evidence})`).join('; ')}`
    return conclude(subtask, result, { status: 'failed', verdicts, failureReason })
  }
  const payload = { subtaskId, attempt: attempt + 1, ...correctionFor(first, others, state.correction ?? null) }
  const found = {
    attempt,
    unmet: unmet.map(({ criterion: { text }, judgement: { evidence } }) => ({ criterion: text, evidence })),
  }
  const earlier = [...state.earlier, found]
  return [{ ...state, result: null, failures, earlier }, [{ type: 'CorrectionSignal', to: 'R3', payload }]]
}

const isUnmet = (judgement: Judgement | undefined) => judgement?.verdict === 'fail'

/** Failed without verdicts: there was nothing to judge, or nobody to judge it. */
function giveUp(
  subtask: SubTask,
  result: ExecutionResult,
  why: Pick<Conclusion, 'failureReason' | 'failureClass' | 'infrastructure'>,
): Step<'R4a', State> {
  return conclude(subtask, result, { status: 'failed', verdicts: [], ...why })
}

interface Conclusion {
  readonly status: 'matched' | 'failed'
  readonly verdicts: CriterionVerdict[]
  readonly failureReason?: string | null
  readonly failureClass?: FailureClass | null
  readonly infrastructure?: boolean
}

/** The one outcome of a subtask. It is forgotten with it, whatever else arrives. */
function conclude(
  { subtaskId, intent, replaces, criteria }: SubTask,
  { attempt: attempts, output, toolCalls, needs, clarifications }: ExecutionResult,
  { failureReason = null, failureClass = null, ...conclusion }: Conclusion,
): Step<'R4a', State> {
  const payload = {
    subtaskId,
    intent,
    replaces,
    output,
    failureReason,
    failureClass,
    promised: criteria.length,
    undone: conclusion.status === 'failed' && conclusion.verdicts.length === 0,
    attempts,
    toolCalls,
    needs,
    clarifications,
    ...conclusion,
  }
  return [initial, [{ type: 'SubTaskOutcome', to: 'R4b', payload }]]
}
