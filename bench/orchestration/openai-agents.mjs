/** The loop of OpenAI's Agents: `calls` model calls, a tool call after each but the last. */
import { Agent, Runner, setTracingDisabled, tool } from '@openai/agents-core'
import * as z from 'zod'

setTracingDisabled(true)
const usage = { requests: 1, inputTokens: 100, outputTokens: 20, totalTokens: 120 }
const add = tool({
  name: 'add',
  description: 'Adds numbers.',
  parameters: z.object({ numbers: z.array(z.number()) }),
  execute: ({ numbers }) => String(numbers.reduce((sum, number) => sum + number, 0)),
})

export function contender({ calls }) {
  let call = 0
  const model = {
    async getResponse() {
      if (++call === calls) {
        const content = [{ type: 'output_text', text: 'The total is 42.' }]
        return { usage, output: [{ type: 'message', role: 'assistant', status: 'completed', content }] }
      }
      const args = JSON.stringify({ numbers: [20, 22] })
      const item = { type: 'function_call', callId: `call_${call}`, name: 'add', status: 'completed', arguments: args }
      return { usage, output: [item] }
    },
  }
  const agent = new Agent({ name: 'bench', instructions: 'Add.', model, tools: [add] })
  const runner = new Runner({ tracingDisabled: true, modelProvider: { getModel: () => model } })
  return {
    async task() {
      call = 0
      const { finalOutput } = await runner.run(agent, 'Add up the invoices of March', { maxTurns: calls })
      if (finalOutput !== 'The total is 42.') throw new Error(`agents: ${finalOutput}`)
      return call
    },
    async close() {},
  }
}
