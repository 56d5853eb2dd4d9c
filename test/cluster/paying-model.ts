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
      const words = JSON.stringify(messages)
      const usage = { inputTokens: 10, outputTokens: 10 }
      const calls = { text: '', finishReason: 'tool_calls', usage } as const
      if (words.includes('Crash.')) return { ...calls, toolCalls: [{ id: 'call-crash', name: 'crash', input: {} }] }
      const invoice = /invoice-[a-z0-9-]+/.exec(words)?.[0] ?? 'none'
      const isPaid = messages.some(({ role }) => role === 'tool')
      onCall(`${invoice} ${isPaid ? 'says' : 'pays'}`)
      return isPaid
        ? { text: `${invoice} is paid`, toolCalls: [], finishReason: 'stop', usage }
        : { ...calls, toolCalls: [{ id: `call-${invoice}`, name: 'pay', input: { invoice } }] }
    },
  }
}
