import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { createArtoo } from '@artoo/sdk'
import { expect, onTestFinished, test } from 'vitest'
import { answer, lookup } from './script.js'
import { strictServer } from './strict-server.js'

test('a provider that is strict about tool-call ids accepts every request, whatever ids its own model gives', async () => {
  const server = await strictServer()
  onTestFinished(() => server.stop())
  const model = createOpenAICompatible({ name: 'strict', baseURL: server.url })('m')
  const artoo = createArtoo({ model, tools: [lookup], depth: 'full' })
  const run = artoo.run('What are a and b?')
  expect(await run).toMatchObject({ directive: 'accept', output: answer })
  await artoo.close()
  expect(server.refusals).toEqual([])
  expect(server.answered).toBe(7)
  const ids = run.events.flatMap((event) => (event.type === 'ToolRequest' ? [event.payload.callId] : []))
  expect(ids).toEqual(['call_1_1', 'call_1_2', 'call_2_1', 'call_2_2'])
})
