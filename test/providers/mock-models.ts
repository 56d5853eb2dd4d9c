import type { LanguageModelV2, LanguageModelV2CallOptions, LanguageModelV3CallOptions } from '@ai-sdk/provider'
import type { AiSdkModel } from '@artoo/sdk'
import { MockLanguageModelV3, simulateReadableStream } from 'ai/test'
import { MockLanguageModelV2 } from 'ai-5/test'
import { turnFor, whoAsks } from './script.js'

interface Options {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[]
}

interface Chunk {
  readonly type: string
  readonly [field: string]: unknown
}

/** The turn as the content that all versions of the AI SDK's specification share. */
function contentFor({ prompt }: Options) {
  const hasToolResults = prompt.some(({ role }) => role === 'tool')
  const turn = turnFor(whoAsks(JSON.stringify(prompt)), hasToolResults)
  if ('json' in turn) return [{ type: 'text' as const, text: JSON.stringify(turn.json) }]
  return turn.calls.map(({ name, input }, index) => ({
    type: 'tool-call' as const,
    // Models of small providers number their calls anew in each answer.
    toolCallId: `${index}`,
    toolName: name,
    input: JSON.stringify(input),
  }))
}

const unifiedReason = ([first]: ReturnType<typeof contentFor>) => (first?.type === 'text' ? 'stop' : 'tool-calls')

const nestedUsage = {
  inputTokens: { total: 100, noCache: 80, cacheRead: 20, cacheWrite: undefined },
  outputTokens: { total: 10, text: 10, reasoning: undefined },
}

/** `ai/test`'s model as an app's tests use it: it doesn't stream. */
export function mockV3() {
  return new MockLanguageModelV3({
    modelId: 'mock-v3',
    doGenerate: async (options: LanguageModelV3CallOptions) => {
      const content = contentFor(options)
      const finishReason = { unified: unifiedReason(content), raw: undefined } as const
      return { content, finishReason, usage: nestedUsage, warnings: [] }
    },
  })
}

export function mockV2(): LanguageModelV2 {
  return new MockLanguageModelV2({
    modelId: 'mock-v2',
    doGenerate: async (options: LanguageModelV2CallOptions) => {
      const content = contentFor(options)
      const usage = { inputTokens: 100, outputTokens: 10, totalTokens: 110, cachedInputTokens: 20 }
      return { content, finishReason: unifiedReason(content), usage, warnings: [] }
    },
  })
}

/** By the fourth version's specification, which streams pings, citations and content of its own; its packages need Node 22. */
export function fixtureV4(): AiSdkModel {
  return {
    specificationVersion: 'v4',
    provider: 'fixture.chat',
    modelId: 'mock-v4',
    doGenerate: () => Promise.reject(new Error('this model only streams')),
    async doStream(options: Options) {
      const content = contentFor(options)
      const parts: Chunk[] = content.flatMap((part, index): Chunk[] =>
        part.type === 'text'
          ? [
              { type: 'text-start', id: `${index}` },
              { type: 'ping' },
              { type: 'text-delta', id: `${index}`, delta: part.text },
              { type: 'text-end', id: `${index}`, citations: [] },
            ]
          : [part],
      )
      const finishReason = { unified: unifiedReason(content), raw: 'done' }
      const chunks = [
        { type: 'stream-start', warnings: [] },
        { type: 'response-metadata', id: 'response-1', modelId: 'mock-v4' },
        { type: 'custom', kind: 'fixture.trace', providerMetadata: { fixture: { trace: 'abc' } } },
        ...parts,
        { type: 'finish', usage: nestedUsage, finishReason },
      ]
      return { stream: simulateReadableStream({ chunks, initialDelayInMs: null, chunkDelayInMs: null }) }
    },
  }
}
