import { type AnyModel, languageModel } from '@artoo/llm'
import { type Redact, redacted } from '@artoo/runtime'
import {
  ArtooError,
  errorCode,
  errorMessage,
  type LanguageModel,
  type ModelRequest,
  type ModelResponse,
  ProviderError,
  type ProviderErrorCode,
} from '@artoo/spec'

/** A request as it is compared: its messages, and the names of its output and of the tools offered with it. */
interface Asked extends Pick<ModelRequest, 'messages'> {
  readonly output: string
  readonly tools: readonly string[]
}

type Heard =
  | { readonly answer: ModelResponse }
  | { readonly failure: { readonly code: string; readonly message: string } }

/** Requests of a model with its answers and failures, in order: plain data, for a file beside the test. */
export interface Cassette {
  readonly version: 1
  readonly model: string
  readonly calls: readonly ({ readonly asked: Asked } & Heard)[]
}

export interface RecordedModel extends LanguageModel {
  /** All that was asked and answered so far. */
  readonly cassette: Cassette
}

interface CassetteOptions {
  /** Applied to every text before it is kept. @defaultValue every text is kept */
  readonly redact?: Redact | undefined
}

/**
 * A model that keeps what it is asked and what it answers, failures included; a call that was aborted leaves nothing.
 *
 * @example
 * const model = recordModel(openai('gpt-5'))
 * await createArtoo({ model, tools }).run('Refund A-17')
 * await writeFile('refund.json', JSON.stringify(model.cassette, null, 1))
 */
export function recordModel(model: AnyModel, { redact }: CassetteOptions = {}): RecordedModel {
  const real = languageModel(model, 'model')
  const kept = <T>(value: T): T => (redact ? redacted(value, redact) : value)
  const calls: Cassette['calls'][number][] = []
  return {
    id: real.id,
    get cassette() {
      return { version: 1 as const, model: real.id, calls: [...calls] }
    },
    async generate(request, options) {
      try {
        const answer = await real.generate(request, options)
        calls.push(kept({ asked: askedIn(request), answer: JSON.parse(JSON.stringify(answer)) as ModelResponse }))
        return answer
      } catch (error) {
        const failure = { code: errorCode(error) ?? 'provider_failed', message: errorMessage(error) }
        if (!options.signal.aborted) calls.push(kept({ asked: askedIn(request), failure }))
        throw error
      }
    },
  }
}

/**
 * A model that answers, or fails, as a cassette holds for the same request, each once. Give the run a clock and ids of its own: a prompt may say the time.
 *
 * @throws {ArtooError} `cassette_mismatch` for a call that was not recorded, or whose tools or messages are others by now; `field` is the place.
 */
export function replayModel(cassette: Cassette, { redact }: CassetteOptions = {}): LanguageModel {
  const left = [...cassette.calls]
  return {
    id: cassette.model,
    async generate(request, { signal }) {
      signal.throwIfAborted()
      const asked = redact ? redacted(askedIn(request), redact) : askedIn(request)
      const text = JSON.stringify(asked)
      const index = left.findIndex((call) => JSON.stringify(call.asked) === text)
      if (index < 0) throw mismatch(asked, left.find((call) => call.asked.output === asked.output)?.asked)
      const [heard] = left.splice(index, 1) as [Cassette['calls'][number]]
      if ('answer' in heard) return heard.answer
      const { code, message } = heard.failure
      throw code.startsWith('provider_')
        ? new ProviderError(code as ProviderErrorCode, message)
        : new ArtooError(code, message)
    },
  }
}

function askedIn({ messages, output, tools = [] }: ModelRequest): Asked {
  const names = tools.map(({ name }) => name)
  return JSON.parse(JSON.stringify({ output: output?.name ?? 'text', tools: names, messages })) as Asked
}

function mismatch(asked: Asked, recorded: Asked | undefined): ArtooError {
  const again = 'record it again if this is meant'
  if (!recorded) {
    return new ArtooError('cassette_mismatch', `the cassette has no call left for ${asked.output}: ${again}`, {
      field: asked.output,
    })
  }
  const lists = [recorded, asked].map(({ tools }) => tools.join(', ') || 'none')
  if (lists[0] !== lists[1]) {
    const message = `the tools of ${asked.output} were ${lists[0]} and are ${lists[1]}: ${again}`
    return new ArtooError('cassette_mismatch', message, { field: `${asked.output}.tools` })
  }
  const at = asked.messages.findIndex((message, index) => !isSame(message, recorded.messages[index]))
  const index = at < 0 ? asked.messages.length : at
  const textIn = ({ messages }: Asked) => {
    const message = messages[index]
    return message ? message.content || JSON.stringify(message) : 'no message'
  }
  const [then, now] = [textIn(recorded), textIn(asked)]
  let from = 0
  while (from < now.length && now[from] === then[from]) from++
  const part = (text: string) => JSON.stringify(text.slice(Math.max(0, from - 20), from + 60).toWellFormed())
  const message = `message ${index} of ${asked.output} was ${part(then)} and is ${part(now)}: ${again}`
  return new ArtooError('cassette_mismatch', message, { field: `${asked.output}.messages[${index}]` })
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
