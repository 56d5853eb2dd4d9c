/** A tool of the AI SDK, taken as it is. */
import { scriptedModel } from '@artoo/llm/testing'
import { aiSdkTools, createArtoo } from '@artoo/sdk'
import { tool } from 'ai'
import { z } from 'zod'

const weather = tool({
  description: 'The temperature in a city',
  inputSchema: z.object({ city: z.string() }),
  execute: async ({ city }) => `4 °C in ${city}`,
})
const call = { toolCalls: [{ name: 'weather', input: { city: 'Oslo' } }] }
const model = scriptedModel({ text: [call, { text: 'It is 4 °C.' }] })
const tools = aiSdkTools({ weather }, { weather: { effect: 'read' } })
const artoo = createArtoo({ model, tools, depth: 'direct' })
console.log((await artoo.run('How cold is it in Oslo?')).output)
console.log(model.requests[1]?.messages.at(-1)?.content)
await artoo.close()
