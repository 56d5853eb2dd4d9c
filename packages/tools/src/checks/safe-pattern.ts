import { errorMessage } from '@artoo/spec'
import { RE2JS } from 're2js'
import * as z from 'zod'
import { patternText } from './pattern-text.js'

/** Steps of the matcher, a part of the pattern at a character of the text: so many take a second or two at the worst. */
export const mostSteps = 33_554_432

/** A pattern of RE2 that a model wrote, compiled while it is validated. */
export const safePattern = patternText.transform((source, context) => {
  try {
    return RE2JS.compile(source)
  } catch (error) {
    context.addIssue({ code: 'custom', message: `${errorMessage(error)}` })
    return z.NEVER
  }
})

/**
 * The text of the first match; null when there is none. Takes time linear in the text.
 *
 * @throws {Error} when both are large.
 */
export function firstMatch(pattern: RE2JS, text: string): string | null {
  if (pattern.programSize() * text.length > mostSteps) {
    throw new Error(`the pattern is too large for a text of ${text.length} characters`)
  }
  const matcher = pattern.matcher(text)
  return matcher.find() ? (matcher.group() ?? '') : null
}
