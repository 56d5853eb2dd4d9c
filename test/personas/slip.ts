import { linesOf } from './hands.js'

/** An answer with a number off by one, a line left out, a yes for a no. */
export function slippedWords(words: string): string {
  const lines = linesOf(words)
  if (lines.length > 1) return lines.slice(1).join('\n')
  const [before, number, after] = words.split(/((?<!["\w./-])\d+(?![\w./-]*"))/)
  if (number !== undefined) return `${before}${Number(number) + 1}${after}`
  if (/ the same\./.test(words)) return words.replace(/ the same\./, ' different.')
  if (/ different\./.test(words)) return words.replace(/ different\./, ' the same.')
  return /^(?:Yes|No)\b/.test(words) ? words.replace(/^(?:Yes|No).*/, 'No file has that name.') : words
}
