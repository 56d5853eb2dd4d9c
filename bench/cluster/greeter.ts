import { type ArtooOptions, createArtoo, defineTool, type LanguageModel } from '@artoo/sdk'
import * as z from 'zod'

/** A task of two model calls, with a call of a tool between them. */
export function greeter(latencyMs: number, options: Pick<ArtooOptions, 'journal' | 'queue'>) {
  const tools = [lookUp]
  const limits = { concurrency: 1_000 }
  return createArtoo({ ...options, tools, limits, model: greeting(latencyMs), depth: 'direct', dreamer: false })
}

const lookUp = defineTool({
  name: 'look_up',
  description: 'Looks up a guest.',
  input: z.object({ name: z.string() }),
  effect: 'read',
  execute: ({ name }) => `${name} is a guest`,
})

function greeting(latencyMs: number): LanguageModel {
  return {
    id: 'greeting',
    async generate({ messages }) {
      if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs))
      const usage = { inputTokens: 10, outputTokens: 10 }
      if (messages.some(({ role }) => role === 'tool')) {
        return { text: 'hello', toolCalls: [], finishReason: 'stop', usage }
      }
      const toolCalls = [{ id: 'one', name: 'look_up', input: { name: 'guest' } }]
      return { text: '', toolCalls, finishReason: 'tool_calls', usage }
    },
  }
}
