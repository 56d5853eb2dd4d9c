import type { Head } from '../head.js'
import type { Damage } from './damage.js'

/** How far a namespace has come, as a keeper holds it outside the store. */
export type Mark = Pick<Head, 'revision' | 'sequence' | 'link'>

interface Compared {
  readonly head: Head
  readonly damage: readonly Damage[]
}

/**
 * Compares a head with the mark. One that is behind has lost batches whose receipts had settled; it is then put where the
 * mark stands, so that the checks and the repair that follow see what is missing.
 */
export function compareWithMark(head: Head, mark: Mark | undefined): Compared {
  if (!mark || head.revision > mark.revision) return { head, damage: [] }
  if (head.revision === mark.revision) return { head, damage: head.link === mark.link ? [] : [{ type: 'head' }] }
  const damage: readonly Damage[] = [{ type: 'behind', changes: mark.revision - head.revision }]
  return { head: putAt(head, mark), damage }
}

/** The same for a head that was derived from the journal, as there was none to be read: the journal is all it can tell. */
export function withoutHead(derived: Head, mark: Mark | undefined): Compared {
  return { head: mark ? putAt(derived, mark) : derived, damage: [{ type: 'head' }] }
}

function putAt(head: Head, { revision, sequence, link }: Mark): Head {
  return sequence > head.sequence ? { ...head, revision, sequence, link } : { ...head, revision }
}
