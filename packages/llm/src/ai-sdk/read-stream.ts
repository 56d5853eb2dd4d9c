import { ArtooError, type ModelOptions, nextMacrotask, onAbort, ProviderError } from '@artoo/spec'
import { longestAnswer } from '../provider/checked.js'
import { type CallResult, type Fields, fieldsOf, type Part } from './ai-sdk-model.js'

/**
 * Reads a model's stream to its end. `onProgress` hears of every sign of life, with what came, `onText` of the answer's text alone, `onReasoning` of
 * the reasoning.
 *
 * @throws {ProviderError} `provider_unavailable` when the stream ends without having finished.
 * @throws What the stream reports as an error.
 */
export async function readStream(
  stream: ReadableStream<Part>,
  { signal, onProgress, onText, onReasoning }: ModelOptions,
): Promise<CallResult> {
  const reader = stream.getReader()
  const cancel = () => void reader.cancel().catch(() => undefined)
  const stopFollowing = onAbort(signal, cancel)
  const collected = collector()
  let parts = 0
  try {
    for (;;) {
      signal.throwIfAborted()
      const { done, value } = await reader.read()
      if (done) break
      // A stream that always has more at hand would keep every timer from firing.
      if (++parts % partsAtOnce === 0) await nextMacrotask()
      // The AI SDK itself says this, before anything came from the provider.
      if (value.type !== 'stream-start') onProgress?.(pieceOf(value))
      collected.add(value)
      if (value.type === 'text-delta' && typeof value.delta === 'string') onText?.(value.delta)
      if (value.type === 'reasoning-delta' && typeof value.delta === 'string') onReasoning?.(value.delta)
      // Some connections stay open behind it, and what may fail then doesn't matter any more.
      if (value.type === 'finish') break
    }
  } finally {
    stopFollowing()
    cancel()
  }
  signal.throwIfAborted()
  return collected.result()
}

const incremental: readonly string[] = ['text-delta', 'reasoning-delta', 'tool-input-delta']

function pieceOf({ type, delta }: Part): string {
  return incremental.includes(type) && typeof delta === 'string' ? delta : ''
}

const partsAtOnce = 256

/** A text or reasoning part while it grows. */
interface Growing {
  readonly type: 'text' | 'reasoning'
  readonly pieces: string[]
  metadata: Fields
}

function collector() {
  const content: (Part | Growing)[] = []
  const growing = new Map<unknown, Growing>()
  let finish: Part | undefined
  let responseId: unknown
  let warnings: readonly unknown[] = []
  let length = 0

  function grow(type: Growing['type'], { type: partType, id, delta, providerMetadata }: Part): void {
    const key = `${type} ${String(id)}`
    // Some providers give every block the same id.
    const known = partType.endsWith('-start') ? undefined : growing.get(key)
    const part: Growing = known ?? { type, pieces: [], metadata: {} }
    if (!known) content.push(part)
    growing.set(key, part)
    if (typeof delta === 'string') part.pieces.push(delta)
    part.metadata = { ...part.metadata, ...fieldsOf(providerMetadata) }
  }

  /** Each part counts for something, so that even empty ones come to an end. */
  function measure(part: Part): void {
    length += pieceOf(part).length + 1
    if (length <= longestAnswer) return
    throw new ArtooError('invalid_model_response', `an answer of more than ${longestAnswer} characters`, {
      field: 'text',
    })
  }

  return {
    add(part: Part): void {
      measure(part)
      switch (part.type) {
        case 'text-start':
        case 'text-delta':
        case 'text-end':
          grow('text', part)
          return
        case 'reasoning-start':
        case 'reasoning-delta':
        case 'reasoning-end':
          grow('reasoning', part)
          return
        case 'tool-call':
        case 'custom':
          content.push(part)
          return
        case 'stream-start':
          warnings = Array.isArray(part.warnings) ? part.warnings : []
          return
        case 'response-metadata':
          responseId = part.id ?? responseId
          return
        case 'finish':
          finish = part
          return
        case 'error':
          throw part.error
      }
    },
    result(): CallResult {
      const { finishReason, usage } = fieldsOf(finish)
      assertUninterrupted(finishReason)
      if (!finish || isUnfinished(finishReason, usage)) throw brokenOff()
      return { content: content.map(grown), finishReason, usage, warnings, responseId }
    },
  }
}

function grown(part: Part | Growing): Part {
  if (!('pieces' in part)) return part
  const { type, pieces, metadata } = part as Growing
  const hasMetadata = Object.keys(metadata).length > 0
  return { type, text: pieces.join(''), ...(hasMetadata && { providerMetadata: metadata }) }
}

/** @throws {ProviderError} `provider_unavailable` when the provider says that its answer broke off. */
export function assertUninterrupted(finishReason: unknown): void {
  if (fieldsOf(finishReason).unified === 'interrupted') throw brokenOff()
}

const brokenOff = () => new ProviderError('provider_unavailable', 'the answer broke off before the model had finished')

/** A provider whose connection was closed halfway reports an end without a reason and without an account of tokens. */
function isUnfinished(finishReason: unknown, usage: unknown): boolean {
  const { unified = finishReason, raw } = fieldsOf(finishReason)
  if (raw !== undefined || (unified !== 'other' && unified !== 'unknown')) return false
  const { inputTokens } = fieldsOf(usage)
  return (typeof inputTokens === 'object' ? fieldsOf(inputTokens).total : inputTokens) === undefined
}
