import type { Decision } from '@artoo/ggs'
import type { PlanDirective } from '../messages/control.js'
import type { Action } from '../messages/execution.js'
import type { ReplanRequest } from '../messages/outcome.js'
import { standing } from '../standing.js'
import { measured } from './final-result.js'

/** The order for the next plan. A tool that did its work in a matched subtask is not set aside. */
export function planDirective(
  decision: Decision,
  directive: PlanDirective['directive'],
  { round, intent, gapSummary, kept, outcomes, taskVerdicts }: ReplanRequest,
  actions: readonly Action[],
): PlanDirective {
  const { gradient, urgency, blockedTools, blockedTargets, failureClass, failedCriterion, rationale } = decision
  const matched = [...kept, ...outcomes.filter(({ status }) => status === 'matched')]
  const proven = new Set(matched.flatMap(({ toolCalls }) => toolCalls.map(({ tool }) => tool)))
  const unproven = (tools: readonly string[]) => tools.filter((tool) => !proven.has(tool))
  return {
    round,
    directive,
    loss: measured(decision).loss,
    gradient,
    urgency,
    blockedTools: unproven(blockedTools),
    blockedTargets: [...blockedTargets],
    orders: decision.orders.map((order) => ({
      subtaskId: order.outcome,
      intent: outcomes.find(({ subtaskId }) => subtaskId === order.outcome)?.intent ?? intent,
      directive: order.directive as PlanDirective['directive'],
      blockedTools: unproven(order.blockedTools),
    })),
    failureClass,
    failedCriterion,
    gapSummary,
    rationale,
    changed: actions.filter(({ what }) => what !== 'refused'),
    done: standing(matched, taskVerdicts).map(({ subtaskId, intent, output }) => ({ subtaskId, intent, output })),
  }
}
