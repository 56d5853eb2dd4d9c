const mostShown = 200

/** The most characters quoted of the end of a program's output: they may be the only hint for the next attempt. */
const mostOfEnd = 800

/** Foreign text as a JSON string, cut, so that it stays one line of evidence and can't be taken for more of it. */
export function quoted(text: string): string {
  return text.length > mostShown ? `${JSON.stringify(text.slice(0, mostShown))}…` : JSON.stringify(text)
}

/** The end of a text, where programs say what went wrong. */
export function quotedEnd(text: string): string {
  return text.length > mostOfEnd ? `…${JSON.stringify(text.slice(-mostOfEnd))}` : JSON.stringify(text)
}
