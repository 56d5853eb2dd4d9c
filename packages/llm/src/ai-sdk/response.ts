import { type FinishReason, isPlainData, type ModelResponse, type ReportedUsage, type ToolCall } from '@artoo/spec'
import { isTokenCount, unusableCount } from '../usage/sound-usage.js'
import { type CallResult, fieldsOf, type Part } from './ai-sdk-model.js'
import { jsonOf, rememberContent } from './remembered-content.js'

const finishReasons: Readonly<Record<string, FinishReason>> = {
  stop: 'stop',
  length: 'length',
  'content-filter': 'content_filter',
  'tool-calls': 'tool_calls',
  error: 'error',
}

export function responseOf(result: CallResult, modelId: string): ModelResponse {
  const { content, finishReason, usage, responseId, structuredOutputText } = result
  const { unified = finishReason, raw } = fieldsOf(finishReason)
  const text = content.map((part) => (part.type === 'text' ? String(part.text) : '')).join('')
  return {
    text: typeof structuredOutputText === 'string' ? structuredOutputText : text,
    toolCalls: content.flatMap(toolCallOf),
    finishReason: finishReasons[String(unified)] ?? 'other',
    usage: usageOf(usage),
    rawFinishReason: typeof raw === 'string' ? raw : undefined,
    responseId: typeof responseId === 'string' ? responseId : undefined,
    opaque: rememberContent(content, modelId),
  }
}

function toolCallOf({ type, toolCallId, toolName, input, providerExecuted }: Part): readonly ToolCall[] {
  if (type !== 'tool-call' || providerExecuted === true) return []
  return [{ id: String(toolCallId), name: String(toolName), input: parsed(input) }]
}

/** Arguments that are no JSON, or too deep for it, stay text: the tool's schema then says what is wrong with them. */
function parsed(input: unknown): unknown {
  if (typeof input !== 'string') return input
  if (input.trim() === '') return {}
  try {
    const value: unknown = JSON.parse(input)
    return isPlainData(value) ? value : input
  } catch {
    return input
  }
}

/**
 * v3 and v4 count in parts. v2 counts in numbers, of which some providers leave out the reasoning (then the total is more
 * than input and output), others what they had in their cache (then that may be more than the input).
 */
function usageOf(usage: unknown): ReportedUsage {
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens, totalTokens } = fieldsOf(usage)
  const input = fieldsOf(inputTokens)
  const output = fieldsOf(outputTokens)
  const cached = count(input.cacheRead ?? cachedInputTokens)
  const read = count(input.total ?? inputTokens)
  const written = count(output.total ?? outputTokens)
  const unaccounted = (count(totalTokens) ?? 0) - (read ?? 0) - (written ?? 0)
  const isCacheApart = read !== undefined && cached !== undefined && cached > read
  const unusable = [
    ...unusableCount('inputTokens', numberOr(input.total ?? inputTokens)),
    ...unusableCount('outputTokens', numberOr(output.total ?? outputTokens)),
    ...unusableCount('cachedInputTokens', numberOr(input.cacheRead ?? cachedInputTokens)),
    ...unusableCount('reasoningTokens', numberOr(output.reasoning ?? reasoningTokens)),
  ]
  return {
    inputTokens: isCacheApart ? read + cached : read,
    outputTokens: written !== undefined && read !== undefined && unaccounted > 0 ? written + unaccounted : written,
    cachedInputTokens: cached,
    reasoningTokens: count(output.reasoning ?? reasoningTokens),
    ...(unusable.length > 0 && { unusable }),
    raw: jsonOf(fieldsOf(usage).raw ?? usage),
  }
}

const count = (value: unknown) => (isTokenCount(value) ? value : undefined)

/** An object in the place of a number is another version's way to count. */
const numberOr = (value: unknown) => (typeof value === 'object' ? undefined : value)
