/** Hooks around the calls: one takes an address out of what models read, one refuses a call. */
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool } from '@artoo/sdk'
import { z } from 'zod'

const tool = { description: 'For customers', input: z.object({ id: z.string() }), effect: 'read' } as const
const find = defineTool({ ...tool, name: 'find', execute: ({ id }) => `${id}: ann@example.com` })
const phone = defineTool({ ...tool, name: 'phone', execute: () => '+49 30 1234' })
const call = (name: string) => ({ toolCalls: [{ name, input: { id: 'c-7' } }] })
const model = scriptedModel({ text: [call('find'), call('phone'), { text: 'I may not.' }] })
const artoo = createArtoo({
  ...{ model, tools: [find, phone], depth: 'direct' },
  onToolCall: {
    before: ({ tool }) => (tool === 'phone' ? { refuse: 'no numbers' } : undefined),
    after: ({ output }) => ({ output: output.replace(/\S+@\S+/g, '(address)') }),
  },
})
const { refused } = await artoo.run('How do I reach customer c-7?')
console.log(model.requests[1]?.messages.at(-1)?.content)
console.log(refused[0]?.why)
await artoo.close()
