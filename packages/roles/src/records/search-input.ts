import { patternText } from '@artoo/tools'
import * as z from 'zod'

/** The input of `search_records`, as models write it. */
export const searchInput = z.object({
  pattern: patternText,
  records: z
    .array(z.string().max(200))
    .max(1_000)
    .optional()
    .describe('names; all if left out. A line counts once for each record that holds it'),
})
