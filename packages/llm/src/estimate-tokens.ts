import type { ModelRequest, ModelResponse, ReportedUsage, TokenUsage } from '@artoo/spec'

const encoder = new TextEncoder()

/** A rough count without a tokenizer: four bytes of UTF-8 a token. Real tokenizers differ by a third either way. */
export function estimateTokens(text: string): number {
  return Math.ceil(encoder.encode(text).length / 4)
}

export function inputTokensOf({ messages, tools = [], output }: ModelRequest): number {
  const texts = messages.map((message) =>
    message.role === 'assistant' ? message.content + JSON.stringify(message.toolCalls ?? []) : message.content,
  )
  const described = [...tools, ...(output ? [output.schema] : [])]
  return estimateTokens(texts.join('\n') + described.map((part) => JSON.stringify(part)).join('\n'))
}

export function outputTokensOf({ text, toolCalls }: Pick<ModelResponse, 'text' | 'toolCalls'>): number {
  const calls = toolCalls.map(({ name, input }) => JSON.stringify({ name, input }))
  return estimateTokens(text + calls.join('\n'))
}

/** What is reported, with estimates for the rest. Servers that don't count report 0, which no call with words in it has. */
export function withEstimates(reported: ReportedUsage = {}, inputTokens: number, outputTokens: number): TokenUsage {
  const input = reported.inputTokens || inputTokens
  const output = reported.outputTokens || outputTokens
  const isReported = input === reported.inputTokens && output === reported.outputTokens
  return { ...reported, inputTokens: input, outputTokens: output, ...(!isReported && { estimated: true }) }
}
