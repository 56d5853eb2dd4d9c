import type { AiSdkModel } from '@artoo/llm'
import { MockLanguageModelV3 } from 'ai/test'
import { MockLanguageModelV2 } from 'ai-5/test'
import { type Answer, type Content, type Finish, says, type Turn, type Usage, usual } from './provider-turn.js'
import { v4Model } from './v4-model.js'

/** How a version of the specification words what the versions have in common. */
interface Version {
  readonly finish: (finish: Finish) => unknown
  readonly usage: (usage: Usage) => unknown
  readonly ignored: (setting: string) => unknown
  /** What it sends in between that is no content. */
  readonly chatter: readonly object[]
  readonly textEnd: object
  readonly create: (settings: Settings) => AiSdkModel
}

interface Settings {
  readonly provider: string
  readonly modelId: string
  readonly doGenerate?: (options: object) => Promise<unknown>
  readonly doStream?: (options: object) => Promise<{ readonly stream: ReadableStream<object> }>
}

const nested = {
  finish: ({ unified, raw }: Finish) => ({ unified, raw }),
  usage: ({ input, output, cached, reasoning }: Usage) => ({
    inputTokens: { total: input, noCache: undefined, cacheRead: cached, cacheWrite: undefined },
    outputTokens: { total: output, text: undefined, reasoning },
    raw: { billed: input ?? 0 },
  }),
  ignored: (feature: string) => ({ type: 'unsupported', feature }),
}

export const versions = {
  v2: {
    finish: ({ unified }) => unified,
    usage: ({ input, output, cached, reasoning }) => ({
      inputTokens: input,
      outputTokens: output,
      totalTokens: undefined,
      cachedInputTokens: cached,
      reasoningTokens: reasoning,
    }),
    ignored: (setting) => ({ type: 'unsupported-setting', setting }),
    chatter: [],
    textEnd: {},
    create: (settings) => new MockLanguageModelV2(settings as object),
  },
  v3: {
    ...nested,
    chatter: [{ type: 'raw', rawValue: 'anything' }],
    textEnd: {},
    create: (settings) => new MockLanguageModelV3(settings as object),
  },
  v4: {
    ...nested,
    chatter: [{ type: 'ping' }],
    textEnd: { citations: [{ type: 'url', url: 'https://acme.test' }] },
    create: (settings) => v4Model(settings as object),
  },
} satisfies Record<string, Version>

export type VersionName = keyof typeof versions

/** What the provider was asked, in the fields that the versions share. */
export interface Asked {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[]
  readonly maxOutputTokens?: number
  readonly tools?: readonly unknown[]
  readonly toolChoice?: unknown
  readonly responseFormat?: unknown
  readonly providerOptions?: unknown
  readonly abortSignal: AbortSignal
}

export interface FakeProvider {
  readonly model: AiSdkModel
  readonly asked: readonly Asked[]
  readonly cancelled: () => boolean
  /** Resolves when a turn that hangs has begun to. */
  readonly hanging: Promise<void>
}

interface FakeProviderOptions {
  readonly streams: boolean
  /** @defaultValue `acme.chat` */
  readonly provider?: string
  /** @defaultValue `model-1` */
  readonly modelId?: string | undefined
}

/** A model of the AI SDK that plays turns. One that doesn't stream says so when it is asked to, as the mock models do. */
export function fakeProvider(
  name: VersionName,
  turns: readonly Turn[],
  { streams, provider = 'acme.chat', modelId = 'model-1' }: FakeProviderOptions,
): FakeProvider {
  const version: Version = versions[name]
  const asked: Asked[] = []
  let cancelled = false
  let startHanging = () => {}
  const hanging = new Promise<void>((resolve) => {
    startHanging = resolve
  })

  function nextTurn(options: object): Turn {
    const turn = turns[asked.push(options as Asked) - 1]
    if (turn === undefined) throw new Error(`the provider has no turn ${asked.length}`)
    if (typeof turn === 'object' && 'fails' in turn) throw turn.fails
    return turn
  }

  async function doStream(options: object) {
    const turn = nextTurn(options)
    if (typeof turn === 'object' && 'content' in turn) return { stream: streamOf(partsOf(turn, version)) }
    const begun = partsOf(says('half an ans'), version).slice(0, -2)
    if (turn === 'ends early') return { stream: streamOf(begun) }
    if (typeof turn === 'object' && 'reports' in turn) begun.push({ type: 'error', error: turn.reports })
    const pull = (controller: ReadableStreamDefaultController<object>) => {
      const next = begun.shift()
      if (next) controller.enqueue(next)
      else if (turn === 'hangs') startHanging()
      else if (typeof turn === 'object' && 'breaks' in turn) controller.error(turn.breaks)
    }
    const cancel = () => {
      cancelled = true
    }
    return { stream: new ReadableStream<object>({ pull, cancel }) }
  }

  async function doGenerate(options: object) {
    const turn = nextTurn(options)
    if (typeof turn === 'object' && 'content' in turn) return resultOf(turn, version)
    const { abortSignal } = options as Asked
    startHanging()
    return new Promise((_, reject) => {
      abortSignal.addEventListener('abort', () => {
        cancelled = true
        reject(abortSignal.reason)
      })
    })
  }

  return {
    model: version.create({ provider, modelId, ...(streams ? { doStream } : { doGenerate }) }),
    asked,
    cancelled: () => cancelled,
    hanging,
  }
}

function resultOf({ content, finish, usage = usual, responseId, ignored }: Answer, version: Version): object {
  return {
    content: content.map((part) => (part.type === 'text' ? { ...part, ...version.textEnd } : part)),
    finishReason: version.finish(finish ?? usualFinish(content)),
    usage: version.usage(usage),
    warnings: ignored === undefined ? [] : [version.ignored(ignored)],
    ...(responseId !== undefined && { response: { id: responseId } }),
  }
}

function partsOf({ content, finish, usage = usual, responseId, ignored }: Answer, version: Version): object[] {
  return [
    { type: 'stream-start', warnings: ignored === undefined ? [] : [version.ignored(ignored)] },
    ...(responseId === undefined ? [] : [{ type: 'response-metadata', id: responseId }]),
    ...content.flatMap((part) => [...version.chatter, ...inPieces(part, version)]),
    { type: 'finish', finishReason: version.finish(finish ?? usualFinish(content)), usage: version.usage(usage) },
  ]
}

const usualFinish = (content: readonly Content[]): Finish => ({
  unified: content.some(({ type }) => type === 'tool-call') ? 'tool-calls' : 'stop',
  raw: 'end_turn',
})

/** All blocks have the same id, as those of some providers; metadata comes with the last piece, as signatures do. */
function inPieces(part: Content, version: Version): object[] {
  const id = '0'
  if (part.type === 'custom') return [part]
  if (part.type === 'tool-call') {
    const { toolCallId, toolName, input } = part
    return [
      { type: 'tool-input-start', id: toolCallId, toolName },
      { type: 'tool-input-delta', id: toolCallId, delta: input },
      { type: 'tool-input-end', id: toolCallId },
      part,
    ]
  }
  const { type, text, providerMetadata } = part
  const half = Math.ceil(text.length / 2)
  const pieces = [text.slice(0, half), text.slice(half)].filter(Boolean)
  return [
    { type: `${type}-start`, id },
    ...pieces.map((delta) => ({ type: `${type}-delta`, id, delta })),
    { type: `${type}-end`, id, ...(type === 'text' && version.textEnd), ...(providerMetadata && { providerMetadata }) },
  ]
}

function streamOf(parts: readonly object[]): ReadableStream<object> {
  return new ReadableStream({
    start(controller) {
      for (const part of parts) controller.enqueue(part)
      controller.close()
    },
  })
}
