import { escaped, oneLine, someLines } from '@artoo/llm'
import * as z from 'zod'

/** Characters: a whole plan may be a question. */
const longestQuestion = 200_000

/** One line for a person. */
export const line = z.string().overwrite((text) => oneLine(text))

/** A deed as one line for a person, with ⏎ for each line break: what follows one is another command to a shell. */
export const deed = z.string().overwrite((text) => oneLine(text.trim().replace(/\r?\n/g, ' ⏎ ')))

/** Lines for a person; never empty. */
export const lines = z
  .string()
  .min(1)
  .overwrite((text) => someLines(text, longestQuestion) || '?')

/** A diff for a person. */
export const diff = z.string().overwrite((text) => someLines(text))

/** Characters. */
const longestTarget = 1_000

/**
 * A target for a person, as it is or else escaped: one that only looks like another may not pass for it where a host compares
 * targets.
 */
export const target = z.string().overwrite((text) => {
  const isPlain = !text.includes('\n') && someLines(text, longestTarget) === text
  return isPlain ? text : oneLine(escaped(text), longestTarget)
})
