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
  const bytes = encoder.encode(text)
  if (bytes.length <= limitBytes) return text
  const room = limitBytes - encoder.encode(notice(bytes.length)).length
  const headEnd = startOfCodePoint(bytes, Math.ceil(room / 2))
  const tailStart = nextCodePoint(bytes, bytes.length - Math.floor(room / 2))
  const head = decoder.decode(bytes.subarray(0, headEnd))
  return head + notice(tailStart - headEnd) + decoder.decode(bytes.subarray(tailStart))
}

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
