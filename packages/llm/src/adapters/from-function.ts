import {
  ArtooError,
  assertOptions,
  type LanguageModel,
  type Message,
  type ModelOptions,
  type ModelRequest,
} from '@artoo/spec'
import { longestAnswer } from '../provider/checked.js'
import { textProtocol } from '../text-protocol/text-protocol.js'

export interface FunctionOptions {
  readonly signal: AbortSignal
  /** The most tokens to answer with, when artoo has a limit to keep. */
  readonly maxOutputTokens: number | undefined
  /** The settings of the host, for an API that takes them. */
  readonly settings: ModelRequest['settings']
  /** The prompt message by message, for an API that takes them so. Roles: `system`, `user`, `assistant`. */
  readonly messages: readonly Message[]
}

/** Any way to get text for a prompt: a local binding, a company gateway, a human. One that yields it piece by piece streams. */
export type TextFunction = (
  prompt: string,
  options: FunctionOptions,
) => string | Promise<string> | AsyncIterable<string>

/**
 * A language model from a function from text to text. Tools and output schemas are put into the prompt in words; usage
 * is estimated.
 *
 * @throws {ArtooError} `invalid_option` when `answer` is no function or `id` no name.
 */
export function fromFunction(answer: TextFunction, options: { readonly id?: string } = {}): LanguageModel {
  if (typeof answer !== 'function') {
    throw new ArtooError('invalid_option', 'fromFunction takes a function from a prompt to text', { field: 'answer' })
  }
  assertOptions(options, ['id'], { of: 'fromFunction', aliases: { name: 'id', model: 'id', modelId: 'id' } })
  const { id = 'function' } = options
  if (typeof id !== 'string' || id === '') {
    throw new ArtooError('invalid_option', 'the id of a model is a name for the log', { field: 'id' })
  }
  let streams = false
  const plain: LanguageModel = {
    id,
    get streams() {
      return streams
    },
    async generate({ messages, maxOutputTokens, settings }, options) {
      const { signal } = options
      const given = answer(promptOf(messages), { signal, maxOutputTokens, settings, messages })
      streams = isIterable(given)
      const text: unknown = isIterable(given) ? await collected(given, id, options) : await given
      if (typeof text === 'string') return { text, toolCalls: [], finishReason: 'stop' }
      throw noText(id, typeof text)
    },
  }
  return textProtocol(plain, { tools: true, output: true })
}

function isIterable(value: ReturnType<TextFunction>): value is AsyncIterable<string> {
  return typeof value === 'object' && value !== null && Symbol.asyncIterator in value
}

function noText(id: string, what: string): ArtooError {
  return new ArtooError('invalid_model_response', `${id} answered with ${what} instead of a string`, { field: 'text' })
}

/** Joins the pieces. After an abort it stops at the next piece, even if the function goes on. */
async function collected(
  pieces: AsyncIterable<string>,
  id: string,
  { signal, onProgress, onText }: ModelOptions,
): Promise<string> {
  let text = ''
  for await (const piece of pieces) {
    signal.throwIfAborted()
    if (typeof piece !== 'string') throw noText(id, `pieces of ${typeof piece}`)
    text += piece
    if (text.length > longestAnswer) throw noText(id, `more than ${longestAnswer} characters`)
    onProgress?.(piece)
    onText?.(piece)
  }
  return text
}

const speakers = { system: 'Instructions', user: 'User', assistant: 'You', tool: 'Tool' } as const

/** A lone message as it stands, several with their speakers named. */
function promptOf(messages: readonly Message[]): string {
  const [first] = messages
  if (first && messages.length === 1) return first.content
  return messages.map(({ role, content }) => `### ${speakers[role]}\n${content}`).join('\n\n')
}
