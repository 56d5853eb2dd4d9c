import type { Repeat } from '@artoo/spec'
import type { Decision } from './permissions/decide.js'
import type { ConfirmRequest, Offer } from './tool-call.js'

/** A decision to ask a person. */
export type AskDecision = Extract<Decision, { verdict: 'ask' }>

/** The question that a person is asked about a call. */
export function confirmRequest(
  { tool, target, input }: Pick<ConfirmRequest, 'tool' | 'target' | 'input'>,
  asked: AskDecision,
  keepsRules = false,
): ConfirmRequest {
  const { question, repeat, rule } = asked
  const { action, reason, change = null, parts, undo, secrets } = question
  const offers = offersOf(repeat, keepsRules)
  return {
    ...{ tool, target, input, action, reason, change },
    ...(parts && parts.length > 0 && { parts }),
    ...(undo && { undo }),
    ...(secrets && { secrets }),
    ...(rule !== null && { rule }),
    ...(offers.length > 0 && { offers }),
  }
}

function offersOf(repeat: Repeat | null, keepsRules: boolean): readonly Offer[] {
  if (repeat === null) return []
  const { rule, state, note = null, always } = repeat
  const task: Offer = { allow: 'task', rule, state, note }
  return always && keepsRules ? [task, { ...task, allow: 'always' }] : [task]
}
