import type { Damage } from './damage.js'
import type { Head } from './head.js'

/** The progress of a namespace, as a keeper stores it outside the store. */
export type Mark = Pick<Head, 'revision' | 'sequence' | 'link'>

/**
 * Compares a head with the mark. One that is behind has lost batches whose receipts had settled; it is then put where the mark
 * stands, so that the checks and the repair that follow see what is missing. `isLost`: there is a journal, but no head.
 */
export function compareWithMark(
  head: Head,
  mark: Mark | undefined,
  isLost: boolean,
): { readonly head: Head; readonly damage: readonly Damage[] } {
  const { revision, sequence, link } = mark ?? head
  const changes = revision - head.revision
  if (changes <= 0) return { head, damage: changes < 0 || link === head.link ? [] : [{ type: 'head' }] }
  const damage: readonly Damage[] = isLost ? [{ type: 'head' }] : [{ type: 'behind', changes }]
  return { head: sequence > head.sequence ? { ...head, revision, sequence, link } : { ...head, revision }, damage }
}
