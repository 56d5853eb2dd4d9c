import type { Megram, MegramFeedback, NewMegram } from './megram.js'

const states = {
  prefer: { agrees: 'success', disagrees: 'change_approach' },
  mustNot: { agrees: 'change_approach', disagrees: 'break_symmetry' },
} as const

/** The Megram that speaks for or against `rule`: in the rule's pair, for or against what the rule says. */
export function feedbackOn(rule: Megram, { content, agrees, key }: MegramFeedback): NewMegram {
  const state = states[rule.sigma > 0 ? 'prefer' : 'mustNot'][agrees ? 'agrees' : 'disagrees']
  const { space, entity, id } = rule
  return { space, entity, content, state, about: id, ...(key !== undefined && { key }) }
}
