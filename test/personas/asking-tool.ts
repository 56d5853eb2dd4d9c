import { defineTool } from '@artoo/tools'
import * as z from 'zod'
import { askTool } from './conversation.js'
import type { Host } from './situations/situation.js'

interface Asking {
  /** Gets each question. */
  readonly asked: string[]
  /** Gets what is granted. */
  readonly context: Record<string, unknown>
}

/** What everybody can give a bare loop: a tool that asks the user. */
export function askingTool(says: NonNullable<Host['says']>, { asked, context }: Asking) {
  return defineTool({
    name: askTool,
    description: 'Asks the user what only the user can decide or give.',
    input: z.object({
      need: z.union([
        z.object({ question: z.string(), choices: z.array(z.string()).optional() }),
        z.object({ access: z.string() }),
      ]),
    }),
    effect: 'read',
    execute({ need }) {
      const question = 'access' in need ? need.access : need.question
      asked.push(question)
      const said = says(question)
      if (typeof said === 'string') return said
      Object.assign(context, said.granted)
      return said.granted === null ? 'refused' : 'granted'
    },
  })
}
