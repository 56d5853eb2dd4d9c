import { oneLine as personLine } from '@artoo/llm'

/** Text of a model as one line, however long. */
export const oneLine = (text: string): string => personLine(text, Infinity)

/** A confidence in words and as a number (A.2). */
export function confidenceIn(value: number | null): string {
  if (value === null) return 'unknown'
  const shown = Math.round(value * 100)
  const word = shown >= 80 ? 'high' : shown >= 60 ? 'medium' : shown >= 40 ? 'low' : 'very low'
  return `${word} (${shown} %)`
}
