/** Control characters, line separators, and marks that turn the direction of writing round and so hide what is written. */
const hidden = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]+/gu

/** Text of a model as one line. */
export function oneLine(text: string): string {
  return text.toWellFormed().replace(hidden, ' ').replace(/\s+/gu, ' ').trim()
}

/** At most so many characters, cut where a character ends. */
export function shortened(text: string, most: number): string {
  const characters = [...text]
  return characters.length <= most
    ? text
    : `${characters
        .slice(0, most - 1)
        .join('')
        .trimEnd()}…`
}

const percent = (value: number): string => `${Math.round(value * 100)} %`

/** A confidence in words and as a number (A.2). */
export function confidenceIn(value: number | null): string {
  if (value === null) return 'unknown'
  const word = value >= 0.8 ? 'high' : value >= 0.6 ? 'medium' : value >= 0.4 ? 'low' : 'very low'
  return `${word} (${percent(value)})`
}
