import type { Decision } from '@artoo/ggs'
import { failureKindOf, type ToolCallRecord } from '@artoo/runtime'
import { hasActed, lastCalls } from '../evidence.js'
import type { PlanDirective } from '../messages/control.js'
import type { Action } from '../messages/execution.js'
import type { ReplanRequest } from '../messages/outcome.js'
import { standing } from '../standing.js'
import { measured } from './final-result.js'

interface Circumstances {
  readonly actions: readonly Action[]
  readonly blockedUntil: PlanDirective['blockedUntil']
}

/**
 * The order for the next plan. A tool that did its work is not set aside: in a matched subtask, and, unless blocks are for the whole
 * task (paper 5.4), also one that changed something or ran a check that said no.
 */
export function planDirective(
  decision: Decision,
  directive: PlanDirective['directive'],
  { round, intent, gapSummary, kept, outcomes, taskVerdicts }: ReplanRequest,
  { actions, blockedUntil }: Circumstances,
): PlanDirective {
  const { gradient, urgency, blockedTools, blockedTargets, failureClass, failedCriterion, rationale } = decision
  const matched = [...kept, ...outcomes.filter(({ status }) => status === 'matched')]
  const working = blockedUntil === 'end' ? [] : outcomes.flatMap(({ toolCalls }) => toolCalls.filter(hasDoneItsWork))
  const proven = new Set([...matched.flatMap(({ toolCalls }) => toolCalls), ...working].map(({ tool }) => tool))
  const unproven = (tools: readonly string[]) => tools.filter((tool) => !proven.has(tool))
  return {
    round,
    directive,
    loss: measured(decision).loss,
    gradient,
    urgency,
    blockedTools: unproven(blockedTools),
    blockedTargets: [...blockedTargets],
    blockedUntil,
    mayPass: outcomes.some(isStoppedForNow),
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
    clarifications: [...kept, ...outcomes].flatMap((outcome) => outcome.clarifications),
    changed: actions.filter(({ what }) => what !== 'refused'),
    done: standing(matched, taskVerdicts).map(({ subtaskId, intent, output }) => ({ subtaskId, intent, output })),
  }
}

function hasDoneItsWork(record: ToolCallRecord): boolean {
  return (record.status === 'ok' && hasActed(record)) || failureKindOf(record) === 'said_no'
}

function isStoppedForNow({ status, toolCalls }: ReplanRequest['outcomes'][number]): boolean {
  return status === 'failed' && lastCalls(toolCalls).some((record) => failureKindOf(record) === 'passing')
}
