import { occursIn } from './occurrences.js'

const withReturns = (text: string) => text.replace(/\r?\n/g, '\r\n')

/** How a text ends its lines: all of them with CR LF, none, or some. */
function lineEndsOf(text: string): 'LF' | 'CRLF' | 'mixed' {
  if (!text.includes('\r\n')) return 'LF'
  return /(?:^|[^\r])\n/.test(text) ? 'mixed' : 'CRLF'
}

/** A replacement with the line ends of the text that it is for: who was shown numbered lines writes LF. */
export function inLineEndsOf(
  text: string,
  { oldText, newText }: { readonly oldText: string; readonly newText: string },
): { readonly oldText: string; readonly newText: string } {
  const converted = { oldText: withReturns(oldText), newText: withReturns(newText) }
  switch (lineEndsOf(text)) {
    case 'LF':
      return { oldText, newText }
    case 'CRLF':
      return converted
    case 'mixed':
      return occursIn(text, oldText) || !occursIn(text, converted.oldText) ? { oldText, newText } : converted
  }
}

/** How the line ends that stands before a place, or at the beginning the first. */
export function lineEndBefore(text: string, place: number): '\n' | '\r\n' {
  const newline = place > 0 ? text.lastIndexOf('\n', place - 1) : -1
  const near = newline === -1 ? text.indexOf('\n') : newline
  return near > 0 && text[near - 1] === '\r' ? '\r\n' : '\n'
}
