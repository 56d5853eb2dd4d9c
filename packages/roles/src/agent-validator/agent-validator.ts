import { ask, briefing } from '../ask.js'
import { bySubtask } from '../by-subtask.js'
import { countOption } from '../count-option.js'
import type { Outgoing } from '../messages/contracts.js'
import type { ExecutionResult } from '../messages/execution.js'
import type { SubTask } from '../messages/plan.js'
import type { CriterionVerdict, FailureClass } from '../messages/verdict.js'
import type { OutputValue } from '../outputs.js'
import type { Role, Step } from '../role.js'
import { forChecks, forModel, type Judgements, judgementOf, judgementsOf } from '../verdicts.js'
import { correctionFor, type UnmetCriterion } from './correction.js'
import { classOfFailure } from './failure-class.js'
import { validatorInstruction } from './prompt.js'

export interface AgentValidatorComponents {
  /** Corrections after the first attempt (paper 4). @defaultValue 2 */
  readonly maxRetries?: number
}

interface State {
  readonly subtask: SubTask | null
  readonly result: ExecutionResult | null
  /** Of the attempt under way. */
  readonly judgements: Judgements
  readonly correction: OutputValue<'verdicts'>['correction']
  /** How often each criterion failed so far, by position. */
  readonly failures: readonly number[]
}

const initial: State = { subtask: null, result: null, judgements: {}, correction: null, failures: [] }

/**
 * R4a: judges each attempt criterion by criterion and closes the fast loop. One failed criterion fails the attempt;
 * that rule is code, no model can bend it.
 *
 * @throws {ArtooError} `invalid_option` when `maxRetries` is no whole number from 0.
 */
export function createAgentValidator(
  components: AgentValidatorComponents = {},
): Role<'R4a', Readonly<Record<string, State>>> {
  const maxRetries = countOption('maxRetries', components.maxRetries ?? 2, 0)
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
      if (message.type === 'ExecutionResult') return examine(state, subtask, message.payload)
      const { result } = state
      if (!result) return [state, []]
      switch (message.type) {
        case 'CheckResult': {
          const judgements = { ...state.judgements, [message.payload.index]: judgementOf(message.payload) }
          return settle({ ...state, judgements }, subtask, result, maxRetries)
        }
        case 'ModelReply': {
          const { payload } = message
          if (payload.kind !== 'value' || payload.output !== 'verdicts') return [state, []]
          const { verdicts, correction } = payload.value
          const judgements = { ...state.judgements, ...judgementsOf(subtask.criteria, verdicts) }
          return settle({ ...state, judgements, correction }, subtask, result, maxRetries)
        }
        case 'ModelFailure': {
          const { message: why, infrastructure } = message.payload
          return giveUp(subtask, result, { failureReason: `validation failed: ${why}`, infrastructure })
        }
      }
    },
  })
}

function examine(state: State, subtask: SubTask, result: ExecutionResult): Step<'R4a', State> {
  if (result.status === 'failed') {
    const failureReason = result.reason ?? 'the execution failed'
    const { infrastructure } = result
    return giveUp(subtask, result, { failureReason, infrastructure, failureClass: classOfFailure(result) })
  }
  const { subtaskId: key, criteria, intent } = subtask
  const { output, toolCalls } = result
  const checks = forChecks(criteria).map(({ index, check }): Outgoing<'R4a'> => {
    return { type: 'CheckRequest', to: 'checks', payload: { key, index, check, output, toolCalls } }
  })
  const asked = forModel(criteria)
  const evidence = toolCalls.map(({ tool, target, status, output }) => ({ tool, target, status, output }))
  const data = { intent, criteria: asked, output, toolCalls: evidence }
  const question = asked.length > 0 ? [ask('verdicts', briefing(validatorInstruction, data), { key })] : []
  return [{ ...state, result, judgements: {}, correction: null }, [...checks, ...question]]
}

/** Once every criterion is judged: matched, another attempt, or failed. */
function settle(state: State, subtask: SubTask, result: ExecutionResult, maxRetries: number): Step<'R4a', State> {
  const { criteria, subtaskId } = subtask
  const { attempt } = result
  const failures = state.failures.map((count, index) => count + (state.judgements[index]?.pass ? 0 : 1))
  const verdicts = criteria.flatMap(({ text, mode }, index): CriterionVerdict[] => {
    const judgement = state.judgements[index]
    if (!judgement) return []
    const { pass, failureClass, evidence } = judgement
    const failedAttempts = failures[index] ?? 0
    const verdict = pass ? 'pass' : 'fail'
    return [{ criterion: text, mode, verdict, failureClass, evidence, failedAttempts, attempts: attempt }]
  })
  if (verdicts.length < criteria.length) return [state, []]
  const unmet = criteria.flatMap((criterion, index): UnmetCriterion[] => {
    const judgement = state.judgements[index]
    return judgement && !judgement.pass ? [{ criterion, judgement }] : []
  })
  const [first, ...others] = unmet
  if (!first) return conclude(subtask, result, { status: 'matched', verdicts })
  if (attempt > maxRetries) {
    const failureReason = `unmet: ${unmet.map(({ criterion, judgement }) => `${criterion.text} (${judgement.evidence})`).join('; ')}`
    return conclude(subtask, result, { status: 'failed', verdicts, failureReason })
  }
  const payload = { subtaskId, attempt: attempt + 1, ...correctionFor(first, others, state.correction ?? null) }
  return [{ ...state, result: null, failures }, [{ type: 'CorrectionSignal', to: 'R3', payload }]]
}

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
  { subtaskId, intent }: SubTask,
  { attempt: attempts, output, toolCalls }: ExecutionResult,
  { failureReason = null, failureClass = null, ...conclusion }: Conclusion,
): Step<'R4a', State> {
  const payload = { subtaskId, intent, output, failureReason, failureClass, attempts, toolCalls, ...conclusion }
  return [initial, [{ type: 'SubTaskOutcome', to: 'R4b', payload }]]
}
