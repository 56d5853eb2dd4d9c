import {
  ArtooError,
  deadlineFor,
  errorMessage,
  type InferOutput,
  type JsonSchema,
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
import { findJson } from './extract-json.js'
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
  /** Called once after each call to the model that was made, the repair round included. */
  readonly onCall?: (record: ModelCallRecord) => void
}

export type Reply<T> =
  | { readonly kind: 'value'; readonly value: T; readonly text: string }
  | { readonly kind: 'tool_calls'; readonly toolCalls: readonly ToolCall[]; readonly text: string }

/** Why a text is not the output asked for. */
interface Problem {
  /** For the model that wrote the text; may quote it. */
  readonly explanation: string
  /** For anyone: names nothing that the model chose. */
  readonly summary: string
}

/**
 * Asks for structured output: ask, extract, validate; if the text doesn't fit, one repair round that quotes the
 * validation error. Calls of offered tools are handed back as they are.
 *
 * @throws {StructuredOutputError} `invalid_output` when the repaired text doesn't fit either.
 * @throws {ArtooError} `aborted` as soon as the signal aborts, whether the model heeds it or not;
 * `invalid_model_response` when the model breaks the contract of `LanguageModel`.
 * @throws What the model or `onRequest` throws.
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

  const repair = { ...asked, messages: [...asked.messages, ...repairRequest(name, first, reply.problem)] }
  const second = await call(model, repair, options)
  const repaired = await read(second, repair, schema)
  if (!('problem' in repaired)) return repaired
  throw new StructuredOutputError(name, repaired.problem.summary, second.text)
}

async function call(
  model: LanguageModel,
  request: ModelRequest,
  { signal, onRequest, onCall }: GenerateOptions,
): Promise<ModelResponse> {
  const deadline = deadlineFor(signal)
  try {
    deadline.signal.throwIfAborted()
    onRequest?.(request)
    const answer = deadline.race(() => model.generate(request, { signal: deadline.signal }))
    const outcome = await answer.then(
      (response) => checked(model, response),
      (error: unknown) => ({ error }),
    )
    if ('error' in outcome) {
      const { error } = outcome
      onCall?.({ request, outcome: { error: errorMessage(error) } })
      throw error
    }
    onCall?.({ request, outcome })
    return outcome
  } finally {
    deadline.release()
  }
}

function checked(model: LanguageModel, response: unknown): ModelResponse | { readonly error: unknown } {
  try {
    return checkResponse(model.id, response)
  } catch (error) {
    return { error }
  }
}

async function read<S extends Schema>(
  { text, toolCalls, finishReason }: ModelResponse,
  { tools, output }: ModelRequest,
  schema: S,
): Promise<Reply<InferOutput<S>> | { readonly problem: Problem }> {
  if (toolCalls.length > 0 && tools) return { kind: 'tool_calls', toolCalls, text }
  try {
    const found = findJson(text)
    if (found.cut && finishReason === 'length') throw new ArtooError('no_json', 'the JSON is not complete')
    return { kind: 'value', value: await validate(schema, found.value), text }
  } catch (error) {
    if (!ArtooError.isInstance(error)) throw error
    const hints = [
      ...(finishReason === 'length' ? [' (the text was cut off at the length limit: be brief)'] : []),
      ...(toolCalls.length > 0 ? [' (there are no tools to call)'] : []),
    ]
    const summary =
      error.code === 'no_json' ? error.message : `wrong at ${knownPath(error.field, output?.schema ?? {})}`
    return { problem: { explanation: error.message + hints.join(''), summary } }
  }
}

/** The path with every key starred out that the schema doesn't name: such a key is the model's own text. */
function knownPath(path: string | undefined, schema: JsonSchema): string {
  if (path === undefined) return 'the top'
  const names = JSON.stringify(schema)
  const known = (segment: string) => /^\d+$/.test(segment) || names.includes(`${JSON.stringify(segment)}:`)
  return path
    .split('.')
    .map((segment) => (known(segment) ? segment : '*'))
    .join('.')
}

function repairRequest(name: string, { text }: ModelResponse, { explanation }: Problem): readonly Message[] {
  const content = `That is not a valid ${name}: ${explanation}. Answer again with the corrected JSON and nothing else.`
  const user: Message = { role: 'user', content }
  // Providers refuse a message without content.
  return text === '' ? [user] : [{ role: 'assistant', content: text }, user]
}
