/** A hundred tools, of which a conversation has one line each until it asks for them. */
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool } from '@artoo/sdk'
import { z } from 'zod'

const deferred = Array.from({ length: 100 }, (_, index) =>
  defineTool({
    ...{ name: `store_${index}`, description: `Stock of store ${index}.`, effect: 'read' },
    input: z.object({ article: z.string().describe('its number') }),
    execute: ({ article }) => `store ${index} has 3 of ${article}`,
  }),
)
const load = { toolCalls: [{ name: 'load_tools', input: { names: ['store_42'] } }] }
const call = { toolCalls: [{ name: 'store_42', input: { article: 'A-7' } }] }
const model = scriptedModel({ text: [load, call, { text: 'Store 42 has three.' }] })
const artoo = createArtoo({ model, tools: { deferred }, depth: 'direct' })
const { output } = await artoo.run('How many A-7 has store 42?')
console.log(model.requests.map(({ tools = [] }) => tools.length).join(', '))
console.log(output)
await artoo.close()
