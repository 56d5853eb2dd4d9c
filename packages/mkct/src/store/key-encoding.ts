/**
 * Tuples of strings as keys. The result is printable ASCII, so every store sorts it alike (UTF-8 bytes, UTF-16 units or
 * IndexedDB strings); its order is that of the tuples, compared by code point; and no part can end early or reach into
 * its neighbour: a part ends with a space, which sorts before and appears in no encoded part. Well-formed strings only: a
 * lone surrogate has no code point of its own to sort by.
 */
const plain = /^[\x22-\x7d]*$/

export function encodePart(text: string): string {
  if (plain.test(text)) return text
  let encoded = ''
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0
    if (point <= 0x21) encoded += `!${point.toString(16).padStart(2, '0')}`
    else if (point <= 0x7d) encoded += character
    else encoded += `~${point.toString(16).padStart(6, '0')}`
  }
  return encoded
}

export function decodePart(encoded: string): string {
  return encoded.replace(/!([0-9a-f]{2})|~([0-9a-f]{6})/g, (_, low: string | undefined, high: string | undefined) =>
    String.fromCodePoint(Number.parseInt(low ?? high ?? '', 16)),
  )
}

const tailSpan = 36 ** 6

/** An integer from 0 to 2^53 − 1 in eleven digits to base 36. In two parts: `toString(36)` is slow beyond 32 bits. */
export function encodeNumber(value: number): string {
  const [high, low] = [Math.floor(value / tailSpan), value % tailSpan]
  return high.toString(36).padStart(5, '0') + low.toString(36).padStart(6, '0')
}

export function decodeNumber(encoded: string): number {
  return Number.parseInt(encoded, 36)
}

export interface KeyRange {
  readonly gte: string
  readonly lt: string
}

/** All keys that start with `prefix`, which ends with the space that closes a part. */
export function rangeOf(prefix: string): KeyRange {
  return { gte: prefix, lt: `${prefix.slice(0, -1)}!` }
}
