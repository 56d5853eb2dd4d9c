import { escaped, oneLine, someLines } from '@artoo/llm'
import * as z from 'zod'

/** Characters: a whole plan may be a question. */
const longestQuestion = 200_000

/** One line for a person. */
export const line = z.string().overwrite((text) => oneLine(text))

/** Lines for a person; never empty. */
export const lines = z
  .string()
  .min(1)
  .overwrite((text) => someLines(text, longestQuestion) || '?')

/** A diff for a person. */
export const diff = z.string().overwrite((text) => someLines(text))

/**
 * A target for a person, as it is or else escaped: one that only looks like another may not pass for it where a host compares
 * targets.
 */
export const target = z.string().overwrite((text) => (oneLine(text) === text ? text : oneLine(escaped(text))))
