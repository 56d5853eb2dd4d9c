import { ArtooError, wholeHead, wholeTail } from '@artoo/spec'

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

/**
 * Keeps the head and the tail of a long text, with a notice between them of how many bytes were left out (paper section
 * 11.1). The result is at most `limitBytes` long in UTF-8, the notice included, and splits no code point, nor a word of
 * up to 1 KB where there is room: redaction does not recognise half of a key. In a run with `redact` no cut goes
 * through a part that it removes (`whileCutting` of `@artoo/spec`).
 *
 * @throws {ArtooError} `invalid_value` when `limitBytes` isn't an integer of at least 64.
 */
export function truncateOutput(text: string, limitBytes = 4096): string {
  const ends = endsOf(text, limitBytes)
  if (!ends) return text
  const [head, tail] = [wholeHead(text, ends.head), wholeTail(text, ends.tail)]
  const earlier = leftOutBefore(text.slice(head.length, text.length - tail.length))
  return joined({ head, tail, total: ends.total + earlier })
}

/** The kept ends of a text that is cut, and the length of the whole text in UTF-8 bytes. */
interface Ends {
  readonly head: string
  readonly tail: string
  readonly total: number
}

/** The ends of a text for which there is room; null when nothing is cut. */
function endsOf(text: string, limitBytes: number): Ends | null {
  if (!Number.isInteger(limitBytes) || limitBytes < 64) {
    throw new ArtooError('invalid_value', 'limitBytes must be an integer of at least 64', { field: 'limitBytes' })
  }
  if (text.length <= limitBytes && encoder.encode(text).length <= limitBytes) return null
  const total = utf8Length(text)
  if (total <= limitBytes) return null
  // The notice counts what was left out before, too.
  const room = limitBytes - encoder.encode(notice(total + leftOutBefore(text))).length
  // No character is longer in UTF-16 than in UTF-8.
  const start = encoder.encode(text.slice(0, limitBytes))
  const end = encoder.encode(text.slice(-limitBytes))
  const headEnd = startOfCodePoint(start, Math.ceil(room / 2))
  const tailStart = nextCodePoint(end, end.length - Math.floor(room / 2))
  return {
    head: decoder.decode(start.subarray(0, startOfWord(start, headEnd))),
    tail: decoder.decode(end.subarray(endOfWord(end, tailStart))),
    total,
  }
}

/** Head and tail with the notice of what is missing between them. */
function joined({ head, tail, total }: Ends): string {
  return head + notice(total - encoder.encode(head).length - encoder.encode(tail).length) + tail
}

/** Bytes of a word that is not split. */
const longestWord = 1_024

/** The place before the word that `index` would split; `index` for a word that is too long. */
function startOfWord(bytes: Uint8Array, index: number): number {
  const least = Math.max(0, index - Math.min(longestWord, index >> 1))
  for (let at = index; at >= least; at--) if (!isInWord(bytes, at)) return at
  return index
}

function endOfWord(bytes: Uint8Array, index: number): number {
  const most = index + Math.min(longestWord, (bytes.length - index) >> 1)
  for (let at = index; at <= most; at++) if (!isInWord(bytes, at)) return at
  return index
}

/** Whether a cut before this byte would go through a word, as keys, addresses and numbers in groups are written. */
function isInWord(bytes: Uint8Array, index: number): boolean {
  const [before, after] = [bytes[index - 1], bytes[index]]
  if (isOfWord(before) && isOfWord(after)) return true
  if (after === space) return isDigit(before) && isDigit(bytes[index + 1])
  return before === space && isDigit(bytes[index - 2]) && isDigit(after)
}

const space = 0x20

const isDigit = (byte = 0) => byte >= 0x30 && byte <= 0x39

/** Letters, digits and `+-./=_@:~%` of ASCII. */
const isOfWord = (byte = 0) =>
  isDigit(byte) || ((byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a) || '+-./=_@:~%'.includes(String.fromCharCode(byte))

/** Bytes of a text in UTF-8, counted in parts: all of a large one may not fit in memory twice. */
function utf8Length(text: string): number {
  let length = 0
  for (let at = 0; at < text.length; ) {
    const end = at + part
    // A pair of surrogates stays together.
    const next = isLeadSurrogate(text.charCodeAt(end - 1)) ? end + 1 : end
    length += encoder.encodeInto(text.slice(at, next), counted).written
    at = next
  }
  return length
}

const part = 65_536
const counted = new Uint8Array(3 * (part + 1))

const isLeadSurrogate = (unit: number) => (unit & 0xfc00) === 0xd800

/** Bytes that were left out of a text before, where it is cut once more: its notices are counted, not left out themselves. */
function leftOutBefore(middle: string): number {
  const notices = [...middle.matchAll(/^\[… (\d{1,15}) bytes left out …\]$/gm)]
  return notices.reduce((sum, [, count]) => sum + Number(count) - encoder.encode(notice(Number(count))).length, 0)
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
