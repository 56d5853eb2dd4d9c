import type { Hit } from './consult.js'
import { anchorOf, type NewMegram } from './megram.js'

/**
 * Records that fresh evidence contradicted a rule: once for each piece of evidence. It stands in a pair of its own and
 * has no valence, since the evidence itself already counts. It fades with the evidence, not before: the key would be free
 * again, and the same evidence recorded a second time.
 */
export function dissonanceOf({ stored, contradictedBy }: Hit): NewMegram | null {
  if (!contradictedBy) return null
  const { id, space, entity } = stored.megram
  const { f, k } = contradictedBy.megram
  return {
    space: 'memory:dissonance',
    entity: `rule:${id}`,
    content: `Rule ${id} on ${space} ${entity} was left out: newer episodes say the opposite.`,
    state: 'change_path',
    sigma: 0,
    f,
    k,
    at: anchorOf(contradictedBy.megram),
    about: id,
    key: `dissonance:${id}:${contradictedBy.sequence}`,
  }
}
