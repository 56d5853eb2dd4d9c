export interface Exchange {
  readonly oldText: string
  readonly newText: string
}

const withReturns = (text: string) => text.replace(/\r?\n/g, '\r\n')

/**
 * An exchange in the line ends of the text that it is applied to, since a model that reads numbered lines writes LF: as
 * it was given, with CR LF, or, for a text that has both, the two in this order.
 */
export function inLineEndsOf(text: string, given: Exchange): readonly [Exchange, ...Exchange[]] {
  if (!text.includes('\r\n')) return [given]
  const converted = { oldText: withReturns(given.oldText), newText: withReturns(given.newText) }
  return /(?:^|[^\r])\n/.test(text) ? [given, converted] : [converted]
}

/** The last line end before a place, or the first one of the text when there is none before. */
export function lineEndBefore(text: string, place: number): '\n' | '\r\n' {
  const newline = place > 0 ? text.lastIndexOf('\n', place - 1) : -1
  const near = newline === -1 ? text.indexOf('\n') : newline
  return near > 0 && text[near - 1] === '\r' ? '\r\n' : '\n'
}
