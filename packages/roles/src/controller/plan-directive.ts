import type { Decision } from '@artoo/ggs'
import { failureKindOf, type ToolCallRecord } from '@artoo/runtime'
import { hasActed, lastCalls } from '../evidence/evidence.js'
import { standing } from '../evidence/standing.js'
import type { PlanDirective } from '../messages/control.js'
import type { Action } from '../messages/execution.js'
import type { ReplanRequest, SubTaskOutcome } from '../messages/outcome.js'
import { causeOf } from './cause.js'
import { measured } from './final-result.js'

interface Circumstances {
  /** Outcomes of parts that are given up. */
  readonly left: readonly SubTaskOutcome[]
  readonly actions: readonly Action[]
  readonly blockedUntil: PlanDirective['blockedUntil']
  readonly nobodyConfirms: boolean
}

/**
 * The order for the next plan. A tool that did its work is not set aside: in a matched subtask, and, unless blocks are for the whole
 * task (paper 5.4), also one that changed something or ran a check that said no.
 */
export function planDirective(
  decision: Decision,
  directive: PlanDirective['directive'],
  given: ReplanRequest,
  { left, actions, blockedUntil, nobodyConfirms }: Circumstances,
): PlanDirective {
  const { round, intent, gapSummary, kept, outcomes, taskVerdicts } = given
  const { gradient, urgency, blockedTools, blockedTargets, failureClass, failedCriterion, rationale } = decision
  const matched = [...kept, ...outcomes.filter(({ status }) => status === 'matched')]
  const working = blockedUntil === 'end' ? [] : outcomes.flatMap(({ toolCalls }) => toolCalls.filter(hasDoneItsWork))
  const proven = new Set([...matched.flatMap(({ toolCalls }) => toolCalls), ...working].map(({ tool }) => tool))
  const unproven = (tools: readonly string[]) => tools.filter((tool) => !proven.has(tool))
  const isLeft = new Set(left.map(({ subtaskId }) => subtaskId))
  const failed = outcomes
    .filter(({ subtaskId, status, attempts }) => status === 'failed' && attempts > 0 && !isLeft.has(subtaskId))
    .map((outcome) => ({
      subtaskId: outcome.subtaskId,
      intent: outcome.intent,
      cause: causeOf(outcome, given, nobodyConfirms),
      found: outcome.undone ? outcome.output.trim() : '',
    }))
  // A known cause says what was wrong, and it was no tool.
  const blameless = new Set(failed.flatMap(({ subtaskId, cause }) => (cause === null ? [] : [subtaskId])))
  const open = decision.orders.filter((order) => order.directive !== 'deliver')
  const orders = open.map((order) => ({
    subtaskId: order.outcome,
    intent: outcomes.find(({ subtaskId }) => subtaskId === order.outcome)?.intent ?? intent,
    directive: order.directive as PlanDirective['directive'],
    blockedTools: blameless.has(order.outcome) ? [] : unproven(order.blockedTools),
  }))
  return {
    round,
    directive,
    loss: measured(decision).loss,
    gradient,
    urgency,
    blockedTools:
      orders.length > 0 ? [...new Set(orders.flatMap((order) => order.blockedTools))] : unproven(blockedTools),
    blockedTargets: [...blockedTargets],
    blockedUntil,
    // The findings of an attempt go on in the next, so the same plan is not a repetition.
    mayPass:
      outcomes.some(isStoppedForNow) ||
      failed.some(({ cause }) => cause === 'out_of_turns') ||
      isTheSame(orders, outcomes),
    orders,
    failed,
    failureClass,
    failedCriterion,
    gapSummary,
    rationale,
    clarifications: [...kept, ...outcomes].flatMap((outcome) => outcome.clarifications),
    changed: actions.filter(({ what }) => what !== 'refused'),
    left: left.map(({ subtaskId, intent }) => ({ subtaskId, intent })),
    done: standing(matched, taskVerdicts).map(({ subtaskId, intent, output }) => ({ subtaskId, intent, output })),
  }
}

/** Whether all parts that were tried are to be tried as they were: what was not run says nothing about that. */
function isTheSame(orders: PlanDirective['orders'], outcomes: ReplanRequest['outcomes']): boolean {
  const notRun = new Set(outcomes.flatMap(({ subtaskId, attempts }) => (attempts === 0 ? [subtaskId] : [])))
  const tried = orders.filter(({ subtaskId }) => !notRun.has(subtaskId))
  return tried.length > 0 && tried.every(({ directive }) => directive === 'again' || directive === 'wait')
}

function hasDoneItsWork(record: ToolCallRecord): boolean {
  return (record.status === 'ok' && hasActed(record)) || failureKindOf(record) === 'said_no'
}

function isStoppedForNow({ status, toolCalls }: ReplanRequest['outcomes'][number]): boolean {
  return status === 'failed' && lastCalls(toolCalls).some((record) => failureKindOf(record) === 'passing')
}
