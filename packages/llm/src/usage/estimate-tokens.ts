import type { ModelRequest, ModelResponse, ReportedUsage, TokenUsage } from '@artoo/spec'
import { soundUsage } from './sound-usage.js'

const encoder = new TextEncoder()
const bytesOf = (text: string) => encoder.encode(text).length
const tokensIn = (bytes: number) => Math.ceil(bytes / 4)

/** A rough count without a tokenizer: four bytes of UTF-8 a token. Real tokenizers differ by a third either way. */
export function estimateTokens(text: string): number {
  return tokensIn(bytesOf(text))
}

/** Bytes of tools and schemas, which nobody can change and every call brings along. */
const known = new WeakMap<object, number>()

function bytesOfJson(part: object): number {
  const bytes = known.get(part) ?? bytesOf(JSON.stringify(part))
  if (Object.isFrozen(part)) known.set(part, bytes)
  return bytes
}

export function inputTokensOf({ messages, tools = [], output }: ModelRequest): number {
  const texts = messages.map((message) =>
    message.role === 'assistant' ? message.content + JSON.stringify(message.toolCalls ?? []) : message.content,
  )
  const described = [...tools, ...(output ? [output.schema] : [])]
  return tokensIn(described.reduce((sum, part) => sum + bytesOfJson(part) + 1, bytesOf(texts.join('\n'))))
}

export function outputTokensOf({ text, toolCalls }: Pick<ModelResponse, 'text' | 'toolCalls'>): number {
  const calls = toolCalls.map(({ name, input }) => JSON.stringify({ name, input }))
  return estimateTokens(text + calls.join('\n'))
}

/**
 * The reported usage, with estimates for missing counts. Servers that don't count report 0, which is never right for a
 * call with text.
 */
export function withEstimates(given: ReportedUsage = {}, inputTokens: number, outputTokens: number): TokenUsage {
  const reported = soundUsage(given)
  const input = reported.inputTokens || inputTokens
  const output = reported.outputTokens || outputTokens
  const isReported = input === reported.inputTokens && output === reported.outputTokens
  return { ...reported, inputTokens: input, outputTokens: output, ...(!isReported && { estimated: true }) }
}
