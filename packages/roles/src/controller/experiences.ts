import type { Decision } from '@artoo/ggs'
import { environmentEntity, intentSpace, type NewMegram, pathEntity, toolSpace } from '@artoo/mkct'
import type { ToolCallRecord } from '@artoo/runtime'
import { failedOutside, lastCalls } from '../evidence.js'
import type { OutcomeSummary, ReplanRequest, SubTaskOutcome } from '../messages/outcome.js'
import { oneLine } from '../one-line.js'

type Round = OutcomeSummary | ReplanRequest

/**
 * What a round is worth remembering. Action states: one Megram for each failing (tool, target). Terminal states: one
 * for the intent. `break_symmetry` writes nothing yet: what broke the deadlock is known only after the next round.
 */
export function experiencesOf(decision: Decision, round: Round, environment: string): readonly NewMegram[] {
  const { directive } = decision
  switch (directive) {
    case 'accept':
    case 'success':
    case 'abandon':
      return [endOf(directive, round, decision.rationale, environment)]
    case 'change_path':
    case 'change_approach':
    case 'refine':
      return failingCalls(round.outcomes).map((call) => ({
        space: toolSpace(call.tool),
        entity: pathEntity(call.target),
        state: directive,
        content: oneLine(`${call.tool} on ${call.target}: ${call.output}`, 500),
        ...(directive === 'change_path' && deadEnd),
      }))
    case 'break_symmetry':
      return []
    default:
      return directive satisfies never
  }
}

/** The paper's 0.3 would be heeded by nobody: so one dead end is a CAUTION for a day, a second one within days for four. */
const deadEnd = { f: 0.6 } as const

/** How the intent fared in the end, and why. */
export function endOf(
  state: 'accept' | 'success' | 'abandon',
  round: Round,
  why: string,
  environment: string,
): NewMegram {
  const content = `${state}: ${round.intent}. ${usedTools(round)} ${why}`
  return { space: intentSpace(round.intent), entity: environmentEntity(environment), state, content }
}

/** The breakthrough after a `break_symmetry`: credit for the calls that the next round's matched subtasks made. */
export function breakthroughsOf(round: Round): readonly NewMegram[] {
  const matched = round.outcomes.filter((outcome) => outcome.status === 'matched')
  const calls = matched.flatMap((outcome) =>
    outcome.toolCalls.flatMap((call) =>
      call.status === 'ok' && call.target !== null ? [{ ...call, target: call.target, outcome }] : [],
    ),
  )
  return distinct(calls).map(({ tool, target, outcome }) => ({
    space: toolSpace(tool),
    entity: pathEntity(target),
    state: 'break_symmetry',
    content: `${tool} on ${target} broke the deadlock of: ${outcome.intent}`,
  }))
}

/** Calls that something outside stopped: a refusal of ours, or an outage, teaches nothing about a tool. */
function failingCalls(outcomes: readonly SubTaskOutcome[]): readonly (ToolCallRecord & { readonly target: string })[] {
  const failing = outcomes.filter((outcome) => outcome.status === 'failed' && !outcome.infrastructure)
  const calls = failing.flatMap(({ toolCalls }) => lastCalls(toolCalls).filter(failedOutside))
  return distinct(calls.flatMap((call) => (call.target === null ? [] : [{ ...call, target: call.target }])))
}

function distinct<T extends { readonly tool: string; readonly target: string }>(calls: readonly T[]): readonly T[] {
  return [...new Map(calls.map((call) => [JSON.stringify([call.tool, call.target]), call])).values()]
}

function usedTools({ outcomes }: Round): string {
  const tools = [...new Set(outcomes.flatMap((outcome) => outcome.toolCalls.map((call) => call.tool)))]
  return tools.length > 0 ? `Tools used: ${tools.join(', ')}.` : 'No tool was used.'
}
