import type { FinishReason, Json, ModelResponse, ReportedUsage, ToolCall } from '@artoo/spec'
import { type CallResult, fieldsOf, type Part } from './ai-sdk-model.js'
import { rememberContent } from './prompt.js'

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

/** Arguments that are no JSON stay text: the tool's schema then says what is wrong with them. */
function parsed(input: unknown): unknown {
  if (typeof input !== 'string') return input
  if (input.trim() === '') return {}
  try {
    return JSON.parse(input)
  } catch {
    return input
  }
}

/** v2 counts in numbers; v3 and v4 count in parts. */
function usageOf(usage: unknown): ReportedUsage {
  const { inputTokens, outputTokens, cachedInputTokens, reasoningTokens } = fieldsOf(usage)
  const input = fieldsOf(inputTokens)
  const output = fieldsOf(outputTokens)
  return {
    inputTokens: count(input.total ?? inputTokens),
    outputTokens: count(output.total ?? outputTokens),
    cachedInputTokens: count(input.cacheRead ?? cachedInputTokens),
    reasoningTokens: count(output.reasoning ?? reasoningTokens),
    raw: rawOf(usage),
  }
}

function count(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined
}

function rawOf(usage: unknown): Json | undefined {
  const text = JSON.stringify(fieldsOf(usage).raw ?? usage)
  return text === undefined ? undefined : (JSON.parse(text) as Json)
}
