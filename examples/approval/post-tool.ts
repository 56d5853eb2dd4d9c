import { appendFileSync } from 'node:fs'
import { defineTool, type Tool } from '@artoo/sdk'
import { z } from 'zod'

/** Posts to a notice board that everybody reads: what is up there was seen, so a person is asked before. */
export function postTool(board: string): Tool {
  return defineTool({
    name: 'post',
    description: 'puts a notice on the board',
    input: z.object({ text: z.string() }),
    effect: ({ text }) => ({ kind: 'irreversible', action: `post "${text}"`, reason: 'everybody will read it' }),
    target: () => 'board',
    execute({ text }) {
      appendFileSync(board, `${text}\n`)
      return 'it is on the board'
    },
  }) as Tool
}
