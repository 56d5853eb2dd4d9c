import { ArtooError } from '@artoo/spec'
import type { MaybeRecalled, Megram } from '../megram/megram.js'

/** SHA-256 of a string's UTF-8 bytes, as 64 hexadecimal digits. */
export type Hash = (text: string) => string

export const schemaVersion = 1
export const genesis = '0'.repeat(64)

/**
 * A journal entry is its link in the hash chain (64 digits) and then JSON: a Megram, or a tombstone for a run of entries
 * that were erased, under the sequence of the last of them and with that entry's link.
 */
export type JournalEntry =
  | { readonly type: 'megram'; readonly link: string; readonly json: string; readonly megram: Megram }
  | { readonly type: 'tombstone'; readonly link: string; readonly from: number }

export function linkOf(hash: Hash, previous: string, sequence: number, json: string): string {
  return hash(`${previous}${sequence} ${json}`)
}

const optional = ['key', 'subject', 'sources', 'about', 'consolidated', 'decaysFrom', 'subjects', 'origin'] as const

/** In a fixed order of fields; the recall mark is kept apart. */
export function encodeMegram(record: MaybeRecalled): string {
  const { id, level, at, space, entity, content, state, f, sigma, k } = record
  const always = JSON.stringify({ v: schemaVersion, id, level, at, space, entity, content, state, f, sigma, k })
  let json = always.slice(0, -1)
  for (const field of optional) {
    if (record[field] !== undefined) json += `,"${field}":${JSON.stringify(record[field])}`
  }
  return `${json}}`
}

export function encodeTombstone(link: string, from: number): string {
  return `${link}${JSON.stringify({ v: schemaVersion, erased: from })}`
}

/** @throws {ArtooError} `damaged_record` for what is no entry, `schema_unsupported` for one of another version. */
export function decodeEntry(value: string, recalledAt: number | null = null): JournalEntry {
  const link = value.slice(0, 64)
  const json = value.slice(64)
  const fields = parseObject(json)
  if (!fields || !/^[0-9a-f]{64}$/.test(link)) throw damaged('A journal entry')
  if (fields.v !== schemaVersion) throw unsupported(fields.v)
  if (typeof fields.erased === 'number') return { type: 'tombstone', link, from: fields.erased }
  const { v: _, ...megram } = fields
  if (typeof megram.id !== 'string' || typeof megram.space !== 'string') throw damaged('A journal entry')
  return { type: 'megram', link, json, megram: Object.assign(megram, { recalledAt }) as unknown as Megram }
}

export function parseObject(json: string): Readonly<Record<string, unknown>> | null {
  try {
    const parsed: unknown = JSON.parse(json)
    return typeof parsed === 'object' && parsed !== null ? (parsed as Readonly<Record<string, unknown>>) : null
  } catch {
    return null
  }
}

export function unsupported(version: unknown): ArtooError {
  const message = `The store holds schema version ${String(version)}; this version of @artoo/mkct reads ${schemaVersion}.`
  return new ArtooError('schema_unsupported', message, { field: 'store' })
}

export const damaged = (what: string) =>
  new ArtooError('damaged_record', `${what} is unreadable; run verify() and then repair().`, { field: 'store' })
