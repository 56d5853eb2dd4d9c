import type { Head } from '../head.js'
import type { Damage } from './damage.js'

/** How far a namespace has come, as a keeper holds it outside the store. */
export type Mark = Pick<Head, 'revision' | 'sequence' | 'link'>

/**
 * Compares a head with the mark. One that is behind has lost batches whose receipts had settled; it is then put where the
 * mark stands, so that the checks and the repair that follow see what is missing. `isDerived`: there was none to be read, and
 * this is what the journal tells.
 */
export function compareWithMark(
  head: Head,
  mark: Mark = head,
  isDerived = false,
): { readonly head: Head; readonly damage: readonly Damage[] } {
  const { revision, sequence, link } = mark
  const changes = revision - head.revision
  const damage: Damage[] = []
  if (isDerived || (changes === 0 && link !== head.link)) damage.push({ type: 'head' })
  else if (changes > 0) damage.push({ type: 'behind', changes })
  if (changes <= 0) return { head, damage }
  return { head: sequence > head.sequence ? { ...head, revision, sequence, link } : { ...head, revision }, damage }
}
