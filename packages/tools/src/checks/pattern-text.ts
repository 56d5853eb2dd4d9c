import * as z from 'zod'

/** The text of a pattern that a model writes. */
export const patternText = z
  .string()
  .min(1)
  .max(1000)
  .describe('RE2: no lookaround, no backreferences; (?i), (?m), (?s) in front')
