import type { Tier } from '../protocol/card.js'
import type { Roster } from '../roster/roster.js'

/** Through whom an agent speaks. */
export type Speaker =
  /** A model, by its number among those of the panel. */
  { readonly kind: 'model'; readonly voice: number } | { readonly kind: 'function' } | { readonly kind: 'person' }

/** The models, functions and persons that speak for agents: plain data that stands in the journal. */
export interface Speakers {
  /** The families of the panel's models. */
  readonly voices: readonly string[]
  /** The number of voices that take turns, from the first; the others belong to single agents. */
  readonly shared: number
  /** Agents that don't take turns, with their families. */
  readonly fixed: Readonly<Record<number, Speaker & { readonly family: string }>>
}

/** Judges begin with another family than those whose answers they look at, and attackers with a third where there is one. */
const offsetOf = (tier: Tier, shared: number) =>
  tier === 'VERIFICATION' ? 1 : tier === 'ADVERSARY' ? Math.min(2, shared - 1) : 0

/**
 * The speaker of an agent that is sent next: within a tier the models take turns, so that each has as many agents as any other, give or take one.
 * Those who integrate speak through the first.
 */
export function dealt(
  agent: number,
  deployed: readonly number[],
  { voices, shared, fixed }: Speakers,
  roster: Roster,
): Speaker & { readonly family: string } {
  const own = fixed[agent]
  if (own) return own
  const { tier } = roster.card(agent)
  const takesTurns = tier !== 'META' && tier !== 'MEMORY' && tier !== 'PHI'
  // One that is sent again keeps its turn.
  const sent = deployed.includes(agent) ? deployed.slice(0, deployed.indexOf(agent)) : deployed
  const before = sent.filter((id) => !fixed[id] && roster.card(id).tier === tier).length
  const voice = takesTurns ? (before + offsetOf(tier, shared)) % shared : 0
  return { kind: 'model', voice, family: voices[voice] ?? 'none' }
}
