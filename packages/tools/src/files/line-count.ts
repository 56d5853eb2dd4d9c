/** Newlines before a place in a text. */
export function newlinesIn(text: string, end = text.length): number {
  let count = 0
  for (let at = text.indexOf('\n'); at !== -1 && at < end; at = text.indexOf('\n', at + 1)) count++
  return count
}

/** A last line without a newline counts. */
export const lineCount = (text: string): number => newlinesIn(text) + (text === '' || text.endsWith('\n') ? 0 : 1)
