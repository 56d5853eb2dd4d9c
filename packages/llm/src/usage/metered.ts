import type { LanguageModel, ModelRequest, ModelResponse, TokenUsage } from '@artoo/spec'
import { ProviderError } from '@artoo/spec'
import { wrappedModel } from '../wrapped-model.js'
import type { Budget } from './budget.js'
import { estimateTokens, inputTokensOf, outputTokensOf, withEstimates } from './estimate-tokens.js'

/** One call to a model, as it happened. */
export interface ModelCallRecord {
  readonly request: ModelRequest
  /** The usage that the call is billed with, also when it failed. */
  readonly usage: TokenUsage
  /** In the currency of the budget's prices; null without a price. */
  readonly cost: number | null
  readonly outcome: ModelResponse | { readonly error: unknown }
}

export interface Meter {
  readonly budget: Budget
  /** Called once after each call that was made. */
  readonly onCall?: (record: ModelCallRecord) => void
}

/**
 * The model on a budget: what a call may cost is reserved before it and settled after it. What the provider doesn't
 * report is estimated and marked. A call that the provider refused costs nothing; one that was cut off costs its input
 * and what had arrived, or, from a model that doesn't stream, all that was reserved.
 */
export function metered(model: LanguageModel, { budget, onCall }: Meter): LanguageModel {
  return wrappedModel(model, async (request, { signal, onProgress, onText, onReasoning }) => {
    const inputTokens = inputTokensOf(request)
    const { maxOutputTokens } = request
    const reservation = await budget.reserve({ modelId: model.id, inputTokens, maxOutputTokens }, { signal })
    const granted: ModelRequest = { ...request, maxOutputTokens: reservation.maxOutputTokens }
    const received: string[] = []
    const settle = (usage: TokenUsage, outcome: ModelCallRecord['outcome']) => {
      const cost = reservation.settle(usage)
      onCall?.({ request: granted, usage, cost, outcome })
    }
    let response: ModelResponse
    try {
      response = await model.generate(granted, {
        signal,
        onProgress(piece) {
          if (piece !== '') received.push(piece)
          onProgress?.(piece)
        },
        ...(onText && { onText }),
        ...(onReasoning && { onReasoning }),
      })
    } catch (error) {
      const answer = discarded.get(error as object)
      if (answer) settle(withEstimates(answer.usage, inputTokens, outputTokensOf(answer)), { error })
      if (answer) throw error
      const arrived = estimateTokens(received.join(''))
      const lost = model.streams ? arrived : (reservation.maxOutputTokens ?? arrived)
      const usage = ProviderError.isInstance(error) && arrived === 0 ? nothing : withEstimates({}, inputTokens, lost)
      settle(usage, { error })
      throw error
    }
    settle(withEstimates(response.usage, inputTokens, outputTokensOf(response)), response)
    return response
  })
}

const nothing: TokenUsage = { inputTokens: 0, outputTokens: 0 }

/** Answers that came and were thrown away, by the error that tells so. */
const discarded = new WeakMap<object, ModelResponse>()

/** Throws an error about an answer that came and is not used: the call is billed by that answer. */
export function discardedAnswer(error: unknown, answer: ModelResponse): never {
  if (typeof error === 'object' && error !== null) discarded.set(error, answer)
  throw error
}
