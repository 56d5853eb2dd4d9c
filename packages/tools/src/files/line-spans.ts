/** The lines from `first` to `last`, counted from 1, both included. */
export interface LineSpan {
  readonly first: number
  readonly last: number
}

/** The spans and one more, in order; those that touch are one. */
export function withSpan(spans: readonly LineSpan[], added: LineSpan): readonly LineSpan[] {
  const joined: LineSpan[] = []
  for (const span of [...spans, added].sort((one, other) => one.first - other.first)) {
    const before = joined.at(-1)
    if (before === undefined || span.first > before.last + 1) joined.push(span)
    else joined[joined.length - 1] = { first: before.first, last: Math.max(before.last, span.last) }
  }
  return joined
}

/** The parts of the lines 1 to `lines` that none of the spans covers. The spans are in order. */
export function gapsBetween(spans: readonly LineSpan[], lines: number): readonly LineSpan[] {
  const starts = [...spans, { first: lines + 1, last: lines + 1 }]
  return starts.flatMap(({ first }, index) => {
    const gap = { first: (spans[index - 1]?.last ?? 0) + 1, last: first - 1 }
    return gap.first <= gap.last ? [gap] : []
  })
}

const mostNamed = 8

/** `line 7`, `lines 1–3 and 9–12`. */
export function spanWords(spans: readonly LineSpan[]): string {
  const words = spans.slice(0, mostNamed).map(({ first, last }) => (first === last ? `${first}` : `${first}–${last}`))
  if (spans.length > mostNamed) words.push(`${spans.length - mostNamed} more ranges`)
  const noun = words.length === 1 && spans[0]?.first === spans[0]?.last ? 'line' : 'lines'
  const last = words.pop()
  return words.length === 0 ? `${noun} ${last}` : `${noun} ${words.join(', ')} and ${last}`
}
