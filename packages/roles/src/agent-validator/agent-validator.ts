import { ask, briefing } from '../ask.js'
import { bySubtask } from '../by-subtask.js'
import type { Outgoing } from '../messages/contracts.js'
import type { ExecutionResult } from '../messages/execution.js'
import type { SubTask } from '../messages/plan.js'
import type { CriterionVerdict, FailureClass } from '../messages/verdict.js'
import type { OutputValue } from '../outputs.js'
import type { Role, Step } from '../role.js'
import { forChecks, forModel, type Judgement, type Judgements, judgementsOf } from '../verdicts.js'
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
 */
export function createAgentValidator(
  components: AgentValidatorComponents = {},
): Role<'R4a', Readonly<Record<string, State>>> {
  const { maxRetries = 2 } = components
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
          const { index, pass, evidence } = message.payload
          const judgement: Judgement = { pass, failureClass: null, evidence }
          return settle(
            { ...state, judgements: { ...state.judgements, [index]: judgement } },
            subtask,
            result,
            maxRetries,
          )
        }
        case 'ModelReply': {
          if (message.payload.kind !== 'value') return [state, []]
          const { verdicts, correction } = message.payload.value as OutputValue<'verdicts'>
          const judgements = { ...state.judgements, ...judgementsOf(subtask.criteria, verdicts) }
          return settle({ ...state, judgements, correction }, subtask, result, maxRetries)
        }
        case 'ModelFailure':
          return giveUp(state, subtask, result, `validation failed: ${message.payload.message}`, 'environmental')
      }
    },
  })
}

function examine(state: State, subtask: SubTask, result: ExecutionResult): Step<'R4a', State> {
  const next = { ...state, result, judgements: {}, correction: null }
  if (result.status === 'failed') {
    return giveUp(next, subtask, result, result.reason ?? 'the execution failed', classOf(result))
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
  return [next, [...checks, ...question]]
}

/** An execution that reported failure: something outside stopped it if a call failed, else the subtask was wrong. */
function classOf({ code, toolCalls }: ExecutionResult): FailureClass {
  if (code !== 'infeasible') return 'environmental'
  return toolCalls.some((call) => call.status !== 'ok') ? 'environmental' : 'logical'
}

function settle(state: State, subtask: SubTask, result: ExecutionResult, maxRetries: number): Step<'R4a', State> {
  const complete = subtask.criteria.every((_, index) => index in state.judgements)
  if (!complete) return [state, []]
  const failures = state.failures.map((count, index) => count + (state.judgements[index]?.pass ? 0 : 1))
  const next = { ...state, failures }
  const failed = subtask.criteria.findIndex((_, index) => !state.judgements[index]?.pass)
  if (failed === -1) return [next, [outcome(next, subtask, result, 'matched', null)]]
  const criterion = subtask.criteria[failed]
  const judgement = state.judgements[failed]
  if (result.attempt > maxRetries || !criterion || !judgement) {
    return [next, [outcome(next, subtask, result, 'failed', `unmet: ${criterion?.text} (${judgement?.evidence})`)]]
  }
  const correction = {
    subtaskId: subtask.subtaskId,
    attempt: result.attempt + 1,
    failedCriterion: criterion.text,
    failureClass: judgement.failureClass,
    whatWasWrong: state.correction?.whatWasWrong ?? judgement.evidence,
    whatToDo: state.correction?.whatToDo ?? `Satisfy the criterion: ${criterion.text}`,
  }
  return [next, [{ type: 'CorrectionSignal', to: 'R3', payload: correction }]]
}

function giveUp(
  state: State,
  subtask: SubTask,
  result: ExecutionResult,
  reason: string,
  failureClass: FailureClass,
): Step<'R4a', State> {
  return [state, [outcome({ ...state, judgements: {} }, subtask, result, 'failed', reason, failureClass)]]
}

function outcome(
  { judgements, failures }: State,
  subtask: SubTask,
  { attempt, output, toolCalls }: ExecutionResult,
  status: 'matched' | 'failed',
  failureReason: string | null,
  failureClass: FailureClass | null = null,
): Outgoing<'R4a'> {
  const verdicts = subtask.criteria.flatMap(({ text, mode }, index): CriterionVerdict[] => {
    const judgement = judgements[index]
    if (!judgement) return []
    return [
      {
        criterion: text,
        mode,
        verdict: judgement.pass ? 'pass' : 'fail',
        failureClass: judgement.failureClass,
        evidence: judgement.evidence,
        failedAttempts: failures[index] ?? 0,
        attempts: attempt,
      },
    ]
  })
  const { subtaskId, intent } = subtask
  return {
    type: 'SubTaskOutcome',
    to: 'R4b',
    payload: { subtaskId, intent, status, output, failureReason, failureClass, verdicts, attempts: attempt, toolCalls },
  }
}
