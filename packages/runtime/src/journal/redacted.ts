import { ArtooError, unheard } from '@artoo/spec'

/** A copy of plain data with every text redacted; names of fields stay as they are. */
export function redacted<T>(value: T, redact: (text: string) => string): T {
  return copy(value, redact) as T
}

function copy(value: unknown, redact: (text: string) => string): unknown {
  if (typeof value === 'string') return textOf(redact(value))
  if (Array.isArray(value)) return value.map((item) => copy(item, redact))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, copy(item, redact)]))
}

function textOf(given: unknown): string {
  if (typeof given === 'string') return given
  unheard(given)
  throw new ArtooError('invalid_option', 'redact must give text for text', { field: 'redact' })
}
