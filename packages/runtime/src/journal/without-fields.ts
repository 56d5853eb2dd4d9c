/** Names in lower case. */
export type FieldNames = ReadonlySet<string>

/** The end of a name as JSON writes it, `":`, at whatever depth of JSON within JSON: each has its quotes behind more backslashes. */
const endOfName = /(?<!\\)(\\*)"\s*:\s*/g

/** The longest name that is looked for. */
const longestName = 256

/** A text in which the values of fields of these names are masked wherever it holds JSON, a part of it included. */
export function withoutFields(text: string, names: FieldNames, mask: string): string {
  if (names.size === 0) return text
  let kept = ''
  let from = 0
  endOfName.lastIndex = 0
  for (let found = endOfName.exec(text); found; found = endOfName.exec(text)) {
    const [whole, slashes = ''] = found
    const before = text.slice(Math.max(from, found.index - longestName), found.index)
    const quote = before.lastIndexOf('"')
    if (quote === -1 || !names.has(before.slice(quote + 1).toLowerCase())) continue
    const start = found.index + whole.length
    const end = endOfValue(text, start, slashes.length)
    kept += `${text.slice(from, start)}${slashes}"${mask}${slashes}"`
    from = end
    endOfName.lastIndex = end
  }
  return kept + text.slice(from)
}

const brackets: Readonly<Record<string, 1 | -1>> = { '{': 1, '[': 1, '}': -1, ']': -1 }

/** The place behind the value that starts here; the end of a text that stops in its middle. */
function endOfValue(text: string, start: number, slashes: number): number {
  let depth = 0
  for (let at = start; at < text.length; at++) {
    if (isQuote(text, at, slashes)) {
      at = closingQuote(text, at + slashes + 1, slashes)
      if (depth === 0) return Math.min(text.length, at + 1)
      continue
    }
    const unit = text.charAt(at)
    const step = brackets[unit] ?? 0
    if (depth === 0 && (step < 0 || unit === ',' || unit === '\n' || unit === '\\')) return at
    depth += step
    if (step < 0 && depth === 0) return at + 1
  }
  return text.length
}

/** Whether a quote of this depth begins here. */
const isQuote = (text: string, at: number, slashes: number) =>
  text.charAt(at + slashes) === '"' && text.slice(at, at + slashes) === '\\'.repeat(slashes)

/** The place of the quote that ends a text; quotes within it stand behind more backslashes. */
function closingQuote(text: string, from: number, slashes: number): number {
  for (let quote = text.indexOf('"', from); quote !== -1; quote = text.indexOf('"', quote + 1)) {
    let run = 0
    while (quote - run > from && text.charAt(quote - run - 1) === '\\') run++
    if (run >= slashes && (run - slashes) % (2 * (slashes + 1)) === 0) return quote
  }
  return text.length
}
