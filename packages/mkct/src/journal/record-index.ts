import { contributionOf, type MaybeRecalled, type MegramRecord } from '../megram/megram.js'
import { timeUntil } from '../potentials/decay.js'
import { type Contribution, thresholds } from '../potentials/potentials.js'
import { encodeNumber } from '../store/key-encoding.js'
import type { Keys } from '../store/keys.js'
import type { Entry } from '../store/store.js'
import type { Hash } from './journal-entry.js'
import { damaged, parseObject } from './journal-entry.js'
import { foundationsOf, subjectsOf } from './lineage.js'

/** Every key that a record implies beside its journal entry: written with it, deleted with it, checked against it. */
export function indexOf(keys: Keys, hash: Hash, sequence: number, megram: MaybeRecalled): Entry[] {
  const { id, level, space, entity, at, key } = megram
  const entries: Entry[] = [[keys.id(id), encodeNumber(sequence)]]
  const contribution = contributionOf(megram)
  if (contribution) {
    entries.push([keys.member(space, entity, at, sequence), encodeContribution(contribution)])
    entries.push([keys.due(dueOf(contribution), sequence), ''])
  }
  if (level !== 'M') entries.push([keys.level(level, space, entity, sequence), ''])
  if (key !== undefined)
    entries.push([keys.idempotency(key), encodeKeyHolder({ sequence, substance: substanceOf(hash, megram), id })])
  for (const subject of subjectsOf(megram)) entries.push([keys.subject(subject, sequence), ''])
  for (const target of foundationsOf(megram)) entries.push([keys.dependent(target, sequence), ''])
  return entries
}

/** When the Megram's own attention falls to the threshold of forgetting, ms. */
function dueOf({ f, k, anchor }: Contribution): number {
  return Math.ceil(anchor + timeUntil(thresholds.forget, f, k))
}

function encodeContribution({ f, sigma, k, anchor }: Contribution): string {
  return `[${f},${sigma},${k},${anchor}]`
}

/** @throws {ArtooError} `damaged_record` */
export function decodeContribution(value: string): Contribution {
  const [f, sigma, k, anchor] = decodeRow(value)
  if (![f, sigma, k, anchor].every(Number.isFinite)) throw damaged('An index entry')
  return { f, sigma, k, anchor } as Contribution
}

function decodeRow(value: string): readonly unknown[] {
  const row = parseObject(value)
  if (Array.isArray(row)) return row
  throw damaged('An index entry')
}

/** The Megram that holds an idempotency key. */
export interface KeyHolder {
  readonly sequence: number
  /** Digest of what was written under the key: another text under the same key is an error, not a repetition. */
  readonly substance: string
  readonly id: string
}

function encodeKeyHolder({ sequence, substance, id }: KeyHolder): string {
  return JSON.stringify([sequence, substance, id])
}

/** @throws {ArtooError} `damaged_record` */
export function decodeKeyHolder(value: string): KeyHolder {
  const [sequence, substance, id] = decodeRow(value)
  if (typeof sequence !== 'number' || typeof substance !== 'string' || typeof id !== 'string')
    throw damaged('An index entry')
  return { sequence, substance, id }
}

/**
 * The key that marks an idempotency key as forgotten. It holds a digest only, so that the idempotency key itself is
 * forgotten.
 */
export function forgottenKey(keys: Keys, hash: Hash, key: string): string {
  return keys.forgotten(hash(key))
}

export function substanceOf(hash: Hash, { space, entity, content, state, f, sigma }: MegramRecord): string {
  return hash(JSON.stringify([space, entity, content, state, f, sigma])).slice(0, 16)
}
