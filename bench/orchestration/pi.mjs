/** pi's bare loop: `calls` model calls, a tool call after each but the last. */
import { runAgentLoop } from '@mariozechner/pi-agent-core'
import { createAssistantMessageEventStream, Type } from '@mariozechner/pi-ai'

const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0, total: 0 }
const usage = { input: 100, output: 20, cacheRead: 0, cacheWrite: 0, totalTokens: 120, cost }
const model = { id: 'bench', api: 'bench', provider: 'bench' }
const tools = [
  {
    name: 'add',
    label: 'Add',
    description: 'Adds numbers.',
    parameters: Type.Object({ numbers: Type.Array(Type.Number()) }),
    async execute(_id, { numbers }) {
      const text = String(numbers.reduce((sum, number) => sum + number, 0))
      return { content: [{ type: 'text', text }], details: null }
    },
  },
]

export function contender({ calls }) {
  let call = 0
  function answer() {
    const isLast = ++call === calls
    const toolCall = { type: 'toolCall', id: `call_${call}`, name: 'add', arguments: { numbers: [20, 22] } }
    const content = [isLast ? { type: 'text', text: 'The total is 42.' } : toolCall]
    const reason = isLast ? 'stop' : 'toolUse'
    const sender = { role: 'assistant', api: 'bench', provider: 'bench', model: 'bench' }
    const message = { ...sender, content, usage, stopReason: reason, timestamp: Date.now() }
    const stream = createAssistantMessageEventStream()
    stream.push({ type: 'done', reason, message })
    return stream
  }
  return {
    async task() {
      call = 0
      const prompt = { role: 'user', content: 'Add up the invoices of March', timestamp: Date.now() }
      const context = { systemPrompt: '', messages: [], tools }
      const config = { model, convertToLlm: (messages) => messages }
      const messages = await runAgentLoop([prompt], context, config, () => {}, undefined, answer)
      const { text } = messages.at(-1).content[0]
      if (text !== 'The total is 42.') throw new Error(`pi: ${text}`)
      return call
    },
    async close() {},
  }
}
