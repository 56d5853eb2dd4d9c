/** Gives a text without what may not be kept; null when that can't be told. */
export type Keep = (text: string) => string | null

/** Characters from the beginning, and from the end, of a very long text that are looked at in one piece. */
const mostRead = 4_194_304

let keep: Keep | undefined

interface Kept {
  readonly text: string
  readonly begin: string | null
  readonly end: string | null
}

/** The text that was looked at last: it may be cut at several lengths. */
const last = new WeakMap<Keep, Kept>()

/**
 * Runs what waits for nothing. Texts that it cuts by `wholeHead` and `wholeTail` are cut beside what `redact` takes out, never through it: half of
 * a secret is no secret any more to whoever looks for secrets.
 */
export function whileCutting<Result>(redact: Keep | undefined, work: () => Result): Result {
  const before = keep
  keep = redact
  try {
    return work()
  } finally {
    keep = before
  }
}

/**
 * As much of a head of a text as ends beside what is taken out: what is kept of it is how the kept text begins. Of more than 8 Mi
 * characters the first and the last 4 Mi are looked at. Nothing when it can't be told what is to be taken out.
 */
export function wholeHead(text: string, head: string): string {
  if (!keep) return head
  const whole = keptOf(text, keep).begin
  let clean = head
  for (let step = 1; clean !== ''; step *= 2) {
    const kept = keep(clean)
    if (whole === null || kept === null) return ''
    if (whole.startsWith(kept)) return clean
    let same = 0
    while (same < kept.length && kept.charCodeAt(same) === whole.charCodeAt(same)) same++
    const length = Math.max(0, clean.length - Math.max(step, kept.length - same))
    clean = clean.slice(0, isLead(clean.charCodeAt(length - 1)) ? length - 1 : length)
  }
  return clean
}

/** The same for a tail of a text. */
export function wholeTail(text: string, tail: string): string {
  if (!keep) return tail
  const whole = keptOf(text, keep).end
  let clean = tail
  for (let step = 1; clean !== ''; step *= 2) {
    const kept = keep(clean)
    if (whole === null || kept === null) return ''
    if (whole.endsWith(kept)) return clean
    let same = 0
    while (same < kept.length && unitFromEnd(kept, same) === unitFromEnd(whole, same)) same++
    const from = Math.min(clean.length, Math.max(step, kept.length - same))
    clean = clean.slice(isTrail(clean.charCodeAt(from)) ? from + 1 : from)
  }
  return clean
}

/** A text of at most so many characters: of a longer one the beginning with `…`. */
export function shortened(text: string, most = 1_000): string {
  if (text.length <= most) return text
  const head = text.slice(0, Math.max(0, most - 1)).replace(/[\uD800-\uDBFF]$/, '')
  return `${wholeHead(text, head).trimEnd()}…`
}

function keptOf(text: string, redact: Keep): Kept {
  const known = last.get(redact)
  if (known?.text === text) return known
  const isShort = text.length <= 2 * mostRead
  const begin = redact(isShort ? text : text.slice(0, mostRead))
  const kept = { text, begin, end: isShort ? begin : redact(text.slice(-mostRead)) }
  last.set(redact, kept)
  return kept
}

const unitFromEnd = (text: string, index: number) => text.charCodeAt(text.length - 1 - index)

const isLead = (unit: number) => (unit & 0xfc00) === 0xd800
const isTrail = (unit: number) => (unit & 0xfc00) === 0xdc00
