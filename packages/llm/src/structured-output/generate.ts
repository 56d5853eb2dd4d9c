import {
  ArtooError,
  type FinishReason,
  type InferOutput,
  type Json,
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
  within,
} from '@artoo/spec'
import { findJson } from '../json/extract-json.js'
import { checked } from '../provider/checked.js'
import { plainText } from './plain-text.js'
import { StructuredOutputError } from './structured-output-error.js'

export interface GenerateRequest<S extends Schema> {
  readonly messages: readonly Message[]
  readonly tools?: readonly ToolDescriptor[]
  /** As in `ModelRequest`. */
  readonly toolChoice?: 'none' | undefined
  readonly output: { readonly name: string; readonly schema: S }
  /** @defaultValue the provider's own */
  readonly maxOutputTokens?: number | undefined
  /** As in `ModelRequest`. */
  readonly settings?: ModelRequest['settings']
  /** Characters of an answer that doesn't fit, as the repair round repeats it. @defaultValue all of it */
  readonly longestRepeat?: number | undefined
}

export interface GenerateOptions {
  readonly signal: AbortSignal
}

export type Reply<T> =
  | ({ readonly kind: 'value'; readonly value: T } & Said)
  | ({ readonly kind: 'tool_calls'; readonly toolCalls: readonly ToolCall[] } & Said)

/** The model's own words, for the message that repeats them to it. */
interface Said {
  readonly text: string
  readonly opaque?: Json | undefined
}

const isPlain = (schema: Schema) => schema === plainText

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
 * @throws What the model throws; what is no `ArtooError` comes as a `ProviderError` with the original as `cause`.
 */
export async function generate<S extends Schema>(
  model: LanguageModel,
  request: GenerateRequest<S>,
  options: GenerateOptions,
): Promise<Reply<InferOutput<S>>> {
  const trusted = checked(model)
  const { name, schema } = request.output
  const asked: ModelRequest = {
    messages: request.messages,
    ...(request.tools?.length && {
      tools: request.tools,
      ...(request.toolChoice && { toolChoice: request.toolChoice }),
    }),
    ...(!isPlain(schema) && { output: { name, schema: jsonSchemaOf(schema) } }),
    maxOutputTokens: request.maxOutputTokens,
    ...(request.settings && { settings: request.settings }),
  }
  const first = await call(trusted, asked, options)
  const reply = await read(first, asked, schema)
  if (!('problem' in reply)) return reply

  const form = isPlain(schema) ? 'in words' : 'with the corrected JSON and nothing else'
  const repairing = repairRequest({ name, form }, first, reply.problem, request.longestRepeat)
  const repair = { ...asked, messages: [...asked.messages, ...repairing] }
  const second = await call(trusted, repair, options)
  const repaired = await read(second, repair, schema)
  if (!('problem' in repaired)) return repaired
  throw new StructuredOutputError(name, repaired.problem.summary, second.text)
}

const call = (model: LanguageModel, request: ModelRequest, { signal }: GenerateOptions): Promise<ModelResponse> =>
  within(signal, undefined, () => model.generate(request, { signal }))

async function read<S extends Schema>(
  { text, toolCalls, finishReason, opaque }: ModelResponse,
  { tools, toolChoice, output }: ModelRequest,
  schema: S,
): Promise<Reply<InferOutput<S>> | { readonly problem: Problem }> {
  if (toolCalls.length > 0 && tools && toolChoice !== 'none') return { kind: 'tool_calls', toolCalls, text, opaque }
  try {
    const value = isPlain(schema) ? wholeOf(text, finishReason) : jsonIn(text, finishReason)
    return { kind: 'value', value: await validate(schema, value), text, opaque }
  } catch (error) {
    if (!ArtooError.isInstance(error)) throw error
    const hints = [
      ...(finishReason === 'length' ? [' (the text was cut off at the length limit: be brief)'] : []),
      ...(toolCalls.length > 0 ? [' (no tool can be called)'] : []),
    ]
    const summary =
      error.code === 'no_json' || isPlain(schema)
        ? error.message
        : `wrong at ${knownPath(error.field, output?.schema ?? {})}`
    return { problem: { explanation: error.message + hints.join(''), summary } }
  }
}

function jsonIn(text: string, finishReason: FinishReason): unknown {
  const found = findJson(text)
  if (found.cut && finishReason !== 'stop') throw new ArtooError('no_json', 'the JSON is not complete')
  return found.value
}

function wholeOf(text: string, finishReason: FinishReason): string {
  if (text.trim() === '') throw new ArtooError('invalid_output', 'the answer has no text')
  if (finishReason === 'length') throw new ArtooError('invalid_output', 'the answer is not complete')
  return text
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

const longestExplanation = 4_000

function repairRequest(
  { name, form }: { readonly name: string; readonly form: string },
  { text, opaque }: ModelResponse,
  { explanation }: Problem,
  longestRepeat = Infinity,
): readonly Message[] {
  const repeated = text.slice(0, longestRepeat)
  const said = repeated === text ? '' : ` (only the beginning of your ${text.length} characters is repeated here)`
  const content = `That is not a valid ${name}${said}: ${explanation.slice(0, longestExplanation)}. Answer again ${form}.`
  const user: Message = { role: 'user', content }
  // Providers refuse a message without content.
  return text === '' ? [user] : [{ role: 'assistant', content: repeated, opaque }, user]
}
