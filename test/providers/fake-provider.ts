import { type ChatCompletionRequest, type FixtureOpts, type FixtureResponse, LLMock } from '@copilotkit/aimock'
import { type Asking, turnFor, whoAsks } from './script.js'

/** What the provider does with one request instead of answering it. */
export type Mishap = { readonly response: FixtureResponse } | FixtureOpts

export interface FakeProvider {
  readonly url: string
  /** Every request's role, in order of arrival. */
  readonly asked: readonly Asking[]
  readonly requests: readonly ChatCompletionRequest[]
  stop(): Promise<void>
}

/**
 * OpenAI, Anthropic and Google over real HTTP. `mishaps` says what goes wrong: for a role, at its first requests in turn,
 * or at every one of them.
 */
export async function fakeProvider(
  mishaps: Partial<Record<Asking, readonly Mishap[] | { readonly always: Mishap }>> = {},
): Promise<FakeProvider> {
  const asked: Asking[] = []
  const requests: ChatCompletionRequest[] = []
  const provider = new LLMock({ port: 0, chunkSize: 20 })

  for (const [asking, planned] of Object.entries(mishaps)) {
    const always = 'always' in planned ? planned.always : undefined
    const list = 'always' in planned ? [planned.always] : planned
    for (const [index, mishap] of list.entries()) {
      let isDue = true
      const predicate = (request: ChatCompletionRequest) => {
        const earlier = asked.filter((role) => role === asking).length
        return isDue && whoAsks(textOf(request)) === asking && (always !== undefined || earlier === index)
      }
      const { response, ...options } = 'response' in mishap ? mishap : { ...mishap, response: undefined }
      provider.on(
        { predicate },
        (request) => {
          isDue = always !== undefined
          note(request)
          return response ?? answerTo(request)
        },
        options,
      )
    }
  }
  provider.on({ predicate: () => true }, (request) => {
    note(request)
    return answerTo(request)
  })

  function note(request: ChatCompletionRequest): void {
    asked.push(whoAsks(textOf(request)))
    requests.push(request)
  }

  await provider.start()
  return { url: provider.url, asked, requests, stop: () => provider.stop() }
}

/** Comes with the reasoning of an answer, and has to come back with it. */
export const signature = 'c2lnbmVk'

function answerTo(request: ChatCompletionRequest): FixtureResponse {
  const text = textOf(request)
  const hasToolResults = text.includes('{"tool_result":{') || request.messages.some(({ role }) => role === 'tool')
  const turn = turnFor(whoAsks(text), hasToolResults)
  if ('json' in turn) return { content: JSON.stringify(turn.json) }
  if (!request.tools?.length) return { content: JSON.stringify({ tool_calls: turn.calls }) }
  const toolCalls = turn.calls.map(({ name, input }) => ({ name, arguments: JSON.stringify(input) }))
  return { toolCalls, reasoning: 'two lookups will do', reasoningSignature: signature }
}

export function textOf({ messages }: ChatCompletionRequest): string {
  return messages.map(({ content }) => (typeof content === 'string' ? content : JSON.stringify(content))).join('\n')
}
