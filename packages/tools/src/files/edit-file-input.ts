import * as z from 'zod'
import { longestPath } from './file-root.js'

export const editFileInput = z
  .object({
    path: z.string().min(1).max(longestPath).describe('path of the file, relative to the root'),
    oldText: z
      .string()
      .min(1, 'is empty; to add text use insertAfterLine or append')
      .refine((text) => !/\p{Cs}/u.test(text), 'holds half of a character')
      .optional()
      .describe('what is replaced, exactly as it stands in the file and long enough to occur only once'),
    newText: z.string().describe('what comes in its place, or the lines to add'),
    all: z.boolean().default(false).describe('replace every occurrence of oldText'),
    insertAfterLine: z
      .number()
      .int()
      .min(0)
      .optional()
      .describe('in place of oldText: add newText as lines after this one, 0 for the beginning'),
    append: z.boolean().default(false).describe('in place of oldText: add newText as lines at the end'),
  })
  .refine(
    ({ oldText, all, insertAfterLine, append }) =>
      [oldText !== undefined, insertAfterLine !== undefined, append].filter(Boolean).length === 1 &&
      (oldText !== undefined || !all),
    {
      path: ['oldText'],
      message: 'give exactly one of oldText (with all: true for every one), insertAfterLine and append',
    },
  )

export type EditFileInput = z.output<typeof editFileInput>
