/** The AI SDK's bare loop: `calls` model calls, a tool call after each but the last. */
import { generateText, stepCountIs, tool } from 'ai'
import * as z from 'zod'

const usage = {
  inputTokens: { total: 100, noCache: 100, cacheRead: 0, cacheWrite: 0 },
  outputTokens: { total: 20, text: 20, reasoning: 0 },
}
const tools = {
  add: tool({
    description: 'Adds numbers.',
    inputSchema: z.object({ numbers: z.array(z.number()) }),
    execute: ({ numbers }) => String(numbers.reduce((sum, number) => sum + number, 0)),
  }),
}

export function contender({ calls }) {
  let call = 0
  const model = {
    specificationVersion: 'v3',
    provider: 'bench',
    modelId: 'bench',
    supportedUrls: {},
    async doGenerate() {
      if (++call === calls) {
        const content = [{ type: 'text', text: 'The total is 42.' }]
        return { content, finishReason: { unified: 'stop' }, usage, warnings: [] }
      }
      const input = JSON.stringify({ numbers: [20, 22] })
      const content = [{ type: 'tool-call', toolCallId: `call_${call}`, toolName: 'add', input }]
      return { content, finishReason: { unified: 'tool-calls' }, usage, warnings: [] }
    },
  }
  return {
    async task() {
      call = 0
      const { text } = await generateText({
        model,
        tools,
        prompt: 'Add up the invoices of March',
        stopWhen: stepCountIs(calls),
      })
      if (text !== 'The total is 42.') throw new Error(`ai: ${text}`)
      return call
    },
    async close() {},
  }
}
