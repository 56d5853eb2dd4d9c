import * as z from 'zod'

const withZone = z.union([z.iso.datetime({ offset: true }), z.iso.datetime({ offset: true, precision: -1 })])

/** Milliseconds since the Unix epoch of an ISO 8601 time with its zone; null for anything else. */
export function timeIn(text: string): number | null {
  const parsed = withZone.safeParse(text.trim())
  return parsed.success ? Date.parse(parsed.data) : null
}
