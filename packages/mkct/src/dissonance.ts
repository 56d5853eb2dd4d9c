import type { Hit } from './consult.js'
import type { NewMegram } from './megram.js'

/**
 * Records that fresh evidence contradicted a rule: once for each piece of evidence. It stands in a pair of its own and
 * has no valence, since the evidence itself already counts.
 */
export function dissonanceOf({ stored, contradictedBy }: Hit): NewMegram | null {
  if (!contradictedBy) return null
  const { id, space, entity } = stored.megram
  return {
    space: 'memory:dissonance',
    entity: `rule:${id}`,
    content: `Rule ${id} on ${space} ${entity} was left out: newer episodes say the opposite.`,
    state: 'change_path',
    about: id,
    key: `dissonance:${id}:${contradictedBy.sequence}`,
  }
}
