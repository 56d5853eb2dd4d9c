import { isRecord, sha256 } from '@artoo/spec'

/** SHA-256 of a value's JSON with its names in order, in hexadecimal. */
export function digest(value: unknown): string {
  return sha256(JSON.stringify([value], (_, part: unknown) => (isRecord(part) ? inOrder(part) : part)))
}

const inOrder = (fields: object) => Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)))
