import type { Decision } from '@artoo/ggs'
import type { PlanDirective } from '../messages/control.js'
import type { ReplanRequest } from '../messages/outcome.js'
import { measured } from './final-result.js'

/** The order for the next plan. */
export function planDirective(
  decision: Decision,
  directive: PlanDirective['directive'],
  { round, gapSummary }: ReplanRequest,
): PlanDirective {
  const { gradient, urgency, blockedTools, blockedTargets, failureClass, failedCriterion, rationale } = decision
  return {
    round,
    directive,
    loss: measured(decision).loss,
    gradient,
    urgency,
    blockedTools: [...blockedTools],
    blockedTargets: [...blockedTargets],
    failureClass,
    failedCriterion,
    gapSummary,
    rationale,
  }
}
