/** Words that are added to a task while it works. */
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool } from '@artoo/sdk'
import { z } from 'zod'

const trains = defineTool({
  ...{ name: 'trains', description: 'Trains to a city', input: z.object({ to: z.string() }), effect: 'read' },
  async execute({ to }) {
    if (to === 'Rome') await run.send('To Milan, please.')
    return `a train to ${to} at 9`
  },
})
const search = (to: string) => ({ toolCalls: [{ name: 'trains', input: { to } }] })
const model = scriptedModel({ text: [search('Rome'), search('Milan'), { text: 'To Milan at 9.' }] })
const artoo = createArtoo({ model, tools: [trains], depth: 'direct' })
const run = artoo.run('When does the train to Rome go?')
const { output } = await run
console.log(model.requests[1]?.messages.at(-1)?.content.split('\n').at(-1))
console.log(output)
await artoo.close()
