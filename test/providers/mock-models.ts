import type { LanguageModelV2, LanguageModelV2CallOptions, LanguageModelV3CallOptions } from '@ai-sdk/provider'
import * as mocks from 'ai/test'
import { MockLanguageModelV2 } from 'ai-5/test'
import { turnFor, whoAsks } from './script.js'

interface Options {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[]
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

/** The newest specification that the installed AI SDK has a mock of: `npm run release:check` installs AI SDK 7. */
const Newest =
  'MockLanguageModelV4' in mocks
    ? (mocks.MockLanguageModelV4 as typeof mocks.MockLanguageModelV3)
    : mocks.MockLanguageModelV3

/** `ai/test`'s model as an app's tests use it: it doesn't stream. */
export function mockNewest() {
  return new Newest({
    modelId: 'mock-newest',
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
