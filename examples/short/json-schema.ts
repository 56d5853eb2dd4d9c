/** A tool whose input is described in data, as an OpenAPI document has it. */
import { scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool, jsonSchema } from '@artoo/sdk'

const described = {
  type: 'object',
  properties: { sku: { type: 'string', pattern: '^[A-Z]-\\d+$' } },
  required: ['sku'],
}
const price = defineTool({
  name: 'price',
  description: 'The price of an article',
  input: jsonSchema<{ sku: string }>(described),
  effect: 'read',
  execute: ({ sku }) => `${sku} costs 7 euros`,
})
const call = (sku: string) => ({ toolCalls: [{ name: 'price', input: { sku } }] })
const model = scriptedModel({ text: [call('a7'), call('A-7'), { text: '7 euros.' }] })
const artoo = createArtoo({ model, tools: [price], depth: 'direct' })
console.log((await artoo.run('What is the price of A-7?')).output)
for (const { messages } of model.requests.slice(1)) console.log(messages.at(-1)?.content)
await artoo.close()
