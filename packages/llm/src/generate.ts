import {
  ArtooError,
  type InferOutput,
  jsonSchemaOf,
  type LanguageModel,
  type Message,
  type ModelRequest,
  type ModelResponse,
  type Schema,
  type ToolCall,
  type ToolDescriptor,
  validate,
} from '@artoo/spec'
import { checkResponse } from './check-response.js'
import { extractJson } from './extract-json.js'
import { StructuredOutputError } from './structured-output-error.js'

export interface GenerateRequest<S extends Schema> {
  readonly messages: readonly Message[]
  readonly tools?: readonly ToolDescriptor[]
  readonly output: { readonly name: string; readonly schema: S }
}

/** One call to the model, as it happened. */
export interface ModelCallRecord {
  readonly request: ModelRequest
  readonly outcome: ModelResponse | { readonly error: string }
}

export interface GenerateOptions {
  readonly signal: AbortSignal
  /** Called before each call to the model; throw to refuse it. */
  readonly onRequest?: (request: ModelRequest) => void
  /** Called after each call to the model, the repair round included. */
  readonly onCall?: (record: ModelCallRecord) => void
}

export type Reply<T> =
  | { readonly kind: 'value'; readonly value: T; readonly text: string }
  | { readonly kind: 'tool_calls'; readonly toolCalls: readonly ToolCall[]; readonly text: string }

/**
 * Asks for structured output: ask, extract, validate; if the text doesn't fit, one repair round that quotes the
 * validation error. Tool calls are handed back as they are.
 *
 * @throws {StructuredOutputError} `invalid_output` when the repaired text doesn't fit either.
 * @throws What the model rejects with.
 */
export async function generate<S extends Schema>(
  model: LanguageModel,
  request: GenerateRequest<S>,
  options: GenerateOptions,
): Promise<Reply<InferOutput<S>>> {
  const { name, schema } = request.output
  const asked: ModelRequest = {
    messages: request.messages,
    ...(request.tools?.length && { tools: request.tools }),
    output: { name, schema: jsonSchemaOf(schema) },
  }
  const first = await call(model, asked, options)
  const reply = await read(first, asked, schema)
  if (!('problem' in reply)) return reply

  const repair: ModelRequest = {
    ...asked,
    messages: [...asked.messages, { role: 'assistant', content: first.text }, repairRequest(name, reply.problem)],
  }
  const second = await call(model, repair, options)
  const repaired = await read(second, repair, schema)
  if (!('problem' in repaired)) return repaired
  throw new StructuredOutputError(name, repaired.problem, second.text)
}

async function call(model: LanguageModel, request: ModelRequest, options: GenerateOptions): Promise<ModelResponse> {
  options.signal.throwIfAborted()
  options.onRequest?.(request)
  try {
    const response = checkResponse(model.id, await model.generate(request, { signal: options.signal }))
    options.onCall?.({ request, outcome: response })
    return response
  } catch (error) {
    options.onCall?.({ request, outcome: { error: error instanceof Error ? error.message : String(error) } })
    throw error
  }
}

async function read<S extends Schema>(
  response: ModelResponse,
  request: ModelRequest,
  schema: S,
): Promise<Reply<InferOutput<S>> | { readonly problem: string }> {
  const { text, toolCalls, finishReason } = response
  if (toolCalls.length > 0 && request.tools) return { kind: 'tool_calls', toolCalls, text }
  try {
    return { kind: 'value', value: await validate(schema, extractJson(text)), text }
  } catch (error) {
    if (!ArtooError.isInstance(error)) throw error
    const cut = finishReason === 'length' ? ' (the text was cut off at the length limit: be brief)' : ''
    return { problem: error.message + cut }
  }
}

function repairRequest(name: string, problem: string): Message {
  return {
    role: 'user',
    content: `That is not a valid ${name}: ${problem}. Answer again with the corrected JSON and nothing else.`,
  }
}
