import { isRecord } from '@artoo/spec'

/** SHA-256 of a value's JSON with its names in order, in hexadecimal. */
export async function digest(value: unknown): Promise<string> {
  const json = JSON.stringify([value], (_, part: unknown) => (isRecord(part) ? inOrder(part) : part))
  const bytes = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(json)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

const inOrder = (fields: object) => Object.fromEntries(Object.entries(fields).sort(([a], [b]) => (a < b ? -1 : 1)))
