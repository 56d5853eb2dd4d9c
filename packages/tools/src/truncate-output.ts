import { ArtooError } from '@artoo/spec'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Keeps the head and the tail of a long text and says between them how many bytes were left out (paper section 11.1).
 * The result is at most `limitBytes` long in UTF-8, the notice included, and splits no code point.
 *
 * @throws {ArtooError} `invalid_value` when `limitBytes` isn't an integer of at least 64.
 */
export function truncateOutput(text: string, limitBytes = 4096): string {
  if (!Number.isInteger(limitBytes) || limitBytes < 64) {
    throw new ArtooError('invalid_value', 'limitBytes must be an integer of at least 64', { field: 'limitBytes' })
  }
  if (text.length <= limitBytes && encoder.encode(text).length <= limitBytes) return text
  const total = utf8Length(text)
  if (total <= limitBytes) return text
  const room = limitBytes - encoder.encode(notice(total)).length
  // No character is longer in UTF-16 than in UTF-8.
  const start = encoder.encode(text.slice(0, limitBytes))
  const end = encoder.encode(text.slice(-limitBytes))
  const headEnd = startOfCodePoint(start, Math.ceil(room / 2))
  const tailStart = nextCodePoint(end, end.length - Math.floor(room / 2))
  const leftOut = total - headEnd - (end.length - tailStart)
  return decoder.decode(start.subarray(0, headEnd)) + notice(leftOut) + decoder.decode(end.subarray(tailStart))
}

/** Bytes of a text in UTF-8, counted in parts: all of a large one may not fit in memory twice. */
function utf8Length(text: string): number {
  let length = 0
  for (let at = 0; at < text.length; ) {
    const end = at + part
    // A pair of surrogates stays together.
    const next = isLeadSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end
    length += encoder.encode(text.slice(at, next)).length
    at = next
  }
  return length
}

const part = 65_536

const isLeadSurrogate = (unit: number) => (unit & 0xfc00) === 0xd800

const notice = (leftOut: number) => `\n[… ${leftOut} bytes left out …]\n`

const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80

function startOfCodePoint(bytes: Uint8Array, index: number): number {
  let start = index
  while (isContinuation(bytes[start])) start--
  return start
}

function nextCodePoint(bytes: Uint8Array, index: number): number {
  let start = index
  while (isContinuation(bytes[start])) start++
  return start
}
