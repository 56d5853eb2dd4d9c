import { oneLine as personLine } from '@artoo/llm'

/** Text of a model as one line, however long. */
export const oneLine = (text: string): string => personLine(text, Infinity)

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
