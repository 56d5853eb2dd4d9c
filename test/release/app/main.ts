import { createArtoo, defineTool } from '@artoo/sdk'
import { fileJournal, standardTools } from '@artoo/sdk/node'
import { honest } from '@artoo/sdk/testing'
import * as z from 'zod'

const square = defineTool({
  name: 'square',
  description: 'The square of a number.',
  input: z.object({ of: z.number() }),
  effect: 'read',
  execute: ({ of }) => of * of,
})

export async function main(): Promise<string | null> {
  const artoo = createArtoo({
    model: honest({ calls: [{ name: 'square', input: { of: 3 } }], answer: '9' }),
    tools: [square, ...standardTools({ root: '.' })],
    journal: fileJournal('.artoo'),
  })
  // @ts-expect-error a task is words
  void artoo.run(9)
  const result = await artoo.run('What is the square of 3?')
  return result.status === 'interrupted' ? null : result.output
}
