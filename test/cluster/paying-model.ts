import type { LanguageModel } from '@artoo/spec'

/** A model that pays the invoice that its task names and then says so. `onCall` gets a word for each call that was paid for. */
export function payingModel(latencyMs: number, onCall: (call: string) => void): LanguageModel {
  return {
    id: 'paying',
    async generate({ messages }, { signal }) {
      await new Promise((resolve, reject) => {
        const timer = setTimeout(resolve, latencyMs)
        signal.addEventListener('abort', () => {
          clearTimeout(timer)
          reject(signal.reason)
        })
      })
      const invoice = /invoice-[a-z0-9-]+/.exec(JSON.stringify(messages))?.[0] ?? 'none'
      const isPaid = messages.some(({ role }) => role === 'tool')
      onCall(`${invoice} ${isPaid ? 'says' : 'pays'}`)
      const usage = { inputTokens: 10, outputTokens: 10 }
      return isPaid
        ? { text: `${invoice} is paid`, toolCalls: [], finishReason: 'stop', usage }
        : {
            text: '',
            toolCalls: [{ id: `call-${invoice}`, name: 'pay', input: { invoice } }],
            finishReason: 'tool_calls',
            usage,
          }
    },
  }
}
