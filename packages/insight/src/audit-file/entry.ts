/// <reference types="node" />
import { createHash } from 'node:crypto'
import { chainStart, linkAfter } from '@artoo/runtime'

/** A place in the chain: keep it elsewhere, and a file that is cut off later is noticed. */
export interface AuditHead {
  /** Number of the entry, from 1; 0 before the first. */
  readonly sequence: number
  /** Link of the hash chain that ends with the entry, as hexadecimal. */
  readonly hash: string
}

export interface Entry extends AuditHead {
  /** The hash of the entry before. */
  readonly previous: string
  readonly event: unknown
}

/** Bytes at the end of a file that are no entry: a process died while it wrote. */
export interface Torn {
  readonly kind: 'torn'
  readonly at: number
  readonly bytes: number
  /** SHA-256 of these bytes, less a line feed at their end. */
  readonly digest: string
}

export const genesis: AuditHead = { sequence: 0, hash: chainStart }

/** Characters of one line: more is no entry. */
export const longestLine = 1_048_576

export function digestOf(text: string | Buffer): string {
  return createHash('sha256').update(text).digest('hex')
}

/**
 * A line of the log, without its line feed, and its place in the chain. The hash is the link of a chain: that of the
 * entry before it and of all that stands before it on the line. ASCII, so that one byte is one character wherever a line is torn.
 */
export function entryAfter(
  { sequence, hash: previous }: AuditHead,
  event: unknown,
): AuditHead & { readonly line: string } {
  const body = ascii(JSON.stringify({ sequence: sequence + 1, previous, event })).slice(0, -1)
  const hash = linkAfter(previous, body)
  return { line: `${body},"hash":"${hash}"}`, sequence: sequence + 1, hash }
}

/** The entry on a line; null for what was never written so, or was changed since. */
export function entryOn(line: string): Entry | null {
  const [, body = '', hash = ''] = /^(\{.*),"hash":"([0-9a-f]{64})"\}$/.exec(line) ?? []
  if (hash === '') return null
  try {
    const { sequence, previous, event } = JSON.parse(`${body}}`) as Partial<Entry>
    if (!Number.isSafeInteger(sequence) || typeof previous !== 'string') return null
    if (linkAfter(previous, body) !== hash) return null
    return { sequence: sequence as number, previous, event, hash }
  } catch {
    return null
  }
}

export function isTorn(event: unknown): event is Torn {
  return typeof event === 'object' && event !== null && 'kind' in event && event.kind === 'torn'
}

function ascii(json: string): string {
  return json.replace(/[^ -~]/g, (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
