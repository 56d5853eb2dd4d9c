import { defineTool } from '@artoo/sdk'
import * as z from 'zod'

export const countWords = defineTool({
  name: 'count_words',
  description: 'The number of words in a text.',
  input: z.object({ text: z.string() }),
  effect: 'read',
  execute: ({ text }) => `${text.split(/\s+/).filter(Boolean).length} words`,
})
