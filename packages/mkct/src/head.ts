import { genesis, parseObject, schemaVersion, unsupported } from './journal-entry.js'
import type { StoredLevel } from './megram.js'

/** Where a namespace's journal stands; written in the same batch as what it counts. */
export interface Head {
  /** Sequence number of the last journal entry; 0 before the first. */
  readonly sequence: number
  /** The last entry's link in the hash chain. */
  readonly link: string
  /** Time of the latest event, ms: the memory's time never runs behind it, so a clock set back can't reverse decay. */
  readonly latest: number
  readonly counts: Readonly<Record<StoredLevel, number>>
  /** Distinct (space, entity) pairs with a Megram of level M or K. */
  readonly pairs: number
  /** Records with a recall mark. */
  readonly recalled: number
}

export const emptyHead: Head = {
  sequence: 0,
  link: genesis,
  latest: 0,
  counts: { M: 0, K: 0, C: 0 },
  pairs: 0,
  recalled: 0,
}

export function encodeHead(head: Head): string {
  return JSON.stringify({ schema: schemaVersion, ...head })
}

/**
 * Null when it is unreadable.
 *
 * @throws {ArtooError} `schema_unsupported`
 */
export function decodeHead(value: string): Head | null {
  const fields = parseObject(value)
  if (fields && fields.schema !== schemaVersion) throw unsupported(fields.schema)
  if (!fields || typeof fields.sequence !== 'number' || typeof fields.link !== 'string' || !fields.counts) return null
  const { schema: _, ...head } = fields
  return head as unknown as Head
}
