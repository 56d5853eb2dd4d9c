import { verdictsOf, withOpen } from '../evidence/verdicts.js'
import type { Outgoing } from '../messages/contracts.js'
import type { SubTaskOutcome } from '../messages/outcome.js'
import type { CriterionVerdict, FailureClass } from '../messages/verdict.js'
import { type Attempt, recordsOf, type State } from './attempt.js'

/** The end of an attempt. */
export interface Conclusion {
  readonly status: 'matched' | 'failed'
  readonly verdicts: CriterionVerdict[]
  readonly failureReason?: string | null
  readonly code?: string | null
  readonly failureClass?: FailureClass | null
  readonly infrastructure?: boolean
}

export function outcomeOf(
  state: State,
  { subtask, result }: Attempt,
  { failureReason = null, code = null, failureClass = null, infrastructure = false, ...conclusion }: Conclusion,
): SubTaskOutcome {
  const { subtaskId, intent, replaces, criteria } = subtask
  const { attempt: attempts, output, needs, clarifications } = result
  return {
    subtaskId,
    intent,
    replaces,
    output,
    failureReason,
    code,
    failureClass,
    cause: conclusion.status === 'failed' && conclusion.verdicts.length === 0 ? result.cause : null,
    promised: criteria.length,
    infrastructure,
    undone: conclusion.status === 'failed' && (infrastructure || conclusion.verdicts.length === 0),
    attempts,
    toolCalls: [...recordsOf(state, { result })],
    needs,
    clarifications,
    ...conclusion,
  }
}

/** The verdicts of an attempt that is not judged in full: checks that came stand, the rest is unjudged. */
export function verdictsSoFar({ talk }: State, { subtask: { criteria } }: Attempt, why: string): CriterionVerdict[] {
  return verdictsOf(criteria, withOpen(criteria, talk.judgements, why), (_, verdict) => {
    return { failedAttempts: verdict === 'fail' ? 1 : 0, attempts: 1 }
  })
}

/** Reports an attempt before it is judged, as an end of the task may come before the verdicts. */
export function unjudgedSoFar(state: State, attempt: Attempt): Outgoing<'R4a'> {
  const verdicts = verdictsSoFar(state, attempt, 'the task ended before a verdict came')
  return progressOf(outcomeOf(state, attempt, { status: 'matched', verdicts }))
}

/** The outcome as the controller is sent it: without the records. */
export function progressOf({ toolCalls: _, ...payload }: SubTaskOutcome): Outgoing<'R4a'> {
  return { type: 'Progress', to: 'R7', payload }
}
