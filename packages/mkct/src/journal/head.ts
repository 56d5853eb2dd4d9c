import type { StoredLevel } from '../megram/megram.js'
import { genesis, parseObject, schemaVersion, unsupported } from './journal-entry.js'

/** The position of a namespace's journal; written in the same batch as the changes that it counts. */
export interface Head {
  /** Changes to records and indexes ever made: grows with every batch, and doesn't depend on how batches fall. */
  readonly revision: number
  /** Sequence number of the last journal entry; 0 before the first. */
  readonly sequence: number
  /** The last entry's link in the hash chain. */
  readonly link: string
  /** Time of the latest event, ms: the memory's time never runs behind it, so a clock set back can't reverse decay. */
  readonly latest: number
  /** The latest time before `latest` leapt far ahead, ms: the clock may be right that says so again. 0: it never leapt. */
  readonly steady: number
  readonly counts: Readonly<Record<StoredLevel, number>>
  /** Distinct (space, entity) pairs with a Megram of level M or K. */
  readonly pairs: number
  /** Records with a recall mark. */
  readonly recalled: number
}

export const emptyHead: Head = {
  revision: 0,
  sequence: 0,
  link: genesis,
  latest: 0,
  steady: 0,
  counts: { M: 0, K: 0, C: 0 },
  pairs: 0,
  recalled: 0,
}

/** The time in which what a state writes is forgotten, ms: only a wrong clock or a long silence leaps further. */
const leap = 45 * 86_400_000

/** The head's times after an event at `time`. */
export function timesAfter({ latest, steady }: Head, time: number): Pick<Head, 'latest' | 'steady'> {
  if (latest > 0 && time > latest + leap) return { latest: time, steady: latest }
  return { latest: Math.max(latest, time), steady: time < latest - leap ? Math.max(steady, time) : steady }
}

/** True when the clock is far behind the latest event, but not behind all that happened before that: it was wrong then. */
export function hasLeapt({ latest, steady }: Head, now: number): boolean {
  return steady > 0 && now < latest - leap && now > steady - leap
}

/** JSON, a space, and a checksum: nothing else in the store tells the latest time. */
export function encodeHead(head: Head): string {
  const json = JSON.stringify({ schema: schemaVersion, ...head })
  return `${json} ${checksum(json)}`
}

/**
 * Null when it is unreadable or was altered.
 *
 * @throws {ArtooError} `schema_unsupported`
 */
export function decodeHead(value: string): Head | null {
  const end = value.lastIndexOf(' ')
  const json = value.slice(0, end)
  const fields = parseObject(json)
  if (!fields || value.slice(end + 1) !== checksum(json)) return null
  if (fields.schema !== schemaVersion) throw unsupported(fields.schema)
  const { schema: _, ...head } = fields
  return head as unknown as Head
}

/** 32-bit FNV-1a over the code units. */
export function checksum(text: string): string {
  let sum = 0x811c9dc5
  for (let index = 0; index < text.length; index++) sum = Math.imul(sum ^ text.charCodeAt(index), 0x01000193)
  return (sum >>> 0).toString(36)
}
