import { z } from 'zod'

/** The questions that the offline model knows. `pattern` is a glob. */
export const question = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('list'), pattern: z.string() }),
  z.object({ kind: z.literal('count_files'), pattern: z.string() }),
  z.object({ kind: z.literal('lines_of_file'), path: z.string() }),
  z.object({ kind: z.literal('lines_of_matching'), pattern: z.string() }),
  z.object({ kind: z.literal('lines_by_name'), name: z.string() }),
  z.object({ kind: z.literal('largest'), pattern: z.string() }),
  z.object({ kind: z.literal('mentions'), text: z.string(), pattern: z.string() }),
])

export type Question = z.infer<typeof question>
