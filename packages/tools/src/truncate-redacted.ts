import { ArtooError, unheard } from '@artoo/spec'
import { endsOf, joined, truncateOutput } from './truncate-output.js'

export type RedactText = (text: string) => string

/** Characters from the beginning, and from the end, of a very long text that `redact` is given at once. */
const mostRedacted = 4_194_304

/**
 * Cuts texts as `truncateOutput` does, but never through what `redact` takes out: it sees the whole text first, and what it leaves of the head
 * must be how the redacted whole begins, what it leaves of the tail how that ends. The cut moves until that is so. The text itself stays
 * unredacted: whoever keeps it redacts it, and finds nothing in halves. Of more than 8 Mi characters the first and the last 4 Mi are looked at.
 *
 * @throws {ArtooError} `redact_failed` from the returned function when `redact` throws or returns no text; its message is not repeated.
 */
export function redactingCut(redact: RedactText | undefined): (text: string, limitBytes?: number) => string {
  if (!redact) return truncateOutput
  const apply = careful(redact)
  let known: { readonly text: string; readonly begin: string; readonly end: string } | undefined

  function redactedOf(text: string) {
    if (known?.text === text) return known
    if (text.length <= 2 * mostRedacted) {
      const whole = apply(text)
      known = { text, begin: whole, end: whole }
    } else {
      known = { text, begin: apply(text.slice(0, mostRedacted)), end: apply(text.slice(-mostRedacted)) }
    }
    return known
  }

  return (text, limitBytes = 4096) => {
    const ends = endsOf(text, limitBytes)
    if (!ends) return text
    const { begin, end } = redactedOf(text)
    return joined({ ...ends, head: cleanHead(ends.head, begin, apply), tail: cleanTail(ends.tail, end, apply) })
  }
}

function cleanHead(head: string, whole: string, apply: RedactText): string {
  let clean = head
  for (let step = 1; clean !== ''; step *= 2) {
    const kept = apply(clean)
    if (whole.startsWith(kept)) return clean
    let same = 0
    while (same < kept.length && kept.charCodeAt(same) === whole.charCodeAt(same)) same++
    const length = Math.max(0, clean.length - Math.max(step, kept.length - same))
    clean = clean.slice(0, isLead(clean.charCodeAt(length - 1)) ? length - 1 : length)
  }
  return clean
}

function cleanTail(tail: string, whole: string, apply: RedactText): string {
  let clean = tail
  for (let step = 1; clean !== ''; step *= 2) {
    const kept = apply(clean)
    if (whole.endsWith(kept)) return clean
    let same = 0
    while (same < kept.length && unitFromEnd(kept, same) === unitFromEnd(whole, same)) same++
    const from = Math.min(clean.length, Math.max(step, kept.length - same))
    clean = clean.slice(isTrail(clean.charCodeAt(from)) ? from + 1 : from)
  }
  return clean
}

const unitFromEnd = (text: string, index: number) => text.charCodeAt(text.length - 1 - index)

const isLead = (unit: number) => (unit & 0xfc00) === 0xd800
const isTrail = (unit: number) => (unit & 0xfc00) === 0xdc00

function careful(redact: RedactText): RedactText {
  return (text) => {
    let given: unknown
    try {
      given = redact(text)
    } catch {
      throw failed('threw')
    }
    if (typeof given === 'string') return given
    unheard(given)
    throw failed('gave no text')
  }
}

const failed = (how: string) =>
  new ArtooError('redact_failed', `redact ${how}, so the text is not kept`, { field: 'redact' })
