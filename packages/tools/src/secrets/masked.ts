import { isObject, isPlainObject } from '@artoo/spec'
import type { RedactText } from '../truncate-redacted.js'

/** A text, and as it stands in JSON and in addresses. */
export function formsOf(text: string): readonly string[] {
  const inJson = JSON.stringify(text).slice(1, -1)
  try {
    return [text, inJson, encodeURIComponent(text)]
  } catch {
    // Half of a pair of code units has no form in addresses.
    return [text, inJson]
  }
}

/** Texts of one regular expression: V8 searches some hundreds in one go, and takes fifty times as long for a thousand. */
const textsAtOnce = 500

/** A function that puts the replacement in place of each text, of the longest first; undefined where there are none. */
export function maskOf(replacements: ReadonlyMap<string, string>): RedactText | undefined {
  if (replacements.size === 0) return undefined
  const texts = [...replacements.keys()].sort((one, other) => other.length - one.length)
  const parts = Math.ceil(texts.length / textsAtOnce)
  const patterns = Array.from({ length: parts }, (_, part) =>
    anyOf(texts.slice(part * textsAtOnce, (part + 1) * textsAtOnce)),
  )
  return (text) => patterns.reduce((left, any) => left.replace(any, (found) => replacements.get(found) ?? found), text)
}

/** Backwards, so that of two texts that begin alike the longer one comes first; in an order, since that is searched faster. */
function anyOf(texts: readonly string[]): RegExp {
  const inOrder = [...texts].sort().reverse()
  return new RegExp(inOrder.map((text) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'), 'g')
}

/** A copy of plain data with every text masked. An instance of a class stays as it is. */
export function masked<T>(value: T, mask: RedactText): T {
  return copy(value, mask) as T
}

function copy(value: unknown, mask: RedactText): unknown {
  if (typeof value === 'string') return mask(value)
  if (Array.isArray(value)) return value.map((item) => copy(item, mask))
  if (!isObject(value) || !isPlainObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, copy(item, mask)]))
}
