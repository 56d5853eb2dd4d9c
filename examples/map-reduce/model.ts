import type { LanguageModel } from '@artoo/spec'

/** Reads and counts, so that the example needs no key and no network. Put a model of the AI SDK in its place: `fromAiSdk(model)`. */
export const model: LanguageModel = {
  id: 'counter',
  async generate({ messages, output }) {
    const asked = String(messages[0]?.content)
    const said = messages.at(-1)
    const [, path = ''] = /^Read (.+) with read_file/.exec(asked) ?? []
    const usage = { inputTokens: 1, outputTokens: 1 }
    if (output?.name === 'note' && said?.role !== 'tool') {
      const toolCalls = [{ id: 'read', name: 'read_file', input: { path } }]
      return { text: '', toolCalls, usage, finishReason: 'tool_calls' }
    }
    const lines = String(said?.content).match(/^ *\d+\t/gm)?.length ?? 0
    const answer =
      output?.name === 'note' ? { summary: `${lines} lines` } : { text: asked.split('\n').slice(1).join('\n') }
    return { text: JSON.stringify(answer), toolCalls: [], usage, finishReason: 'stop' }
  },
}
