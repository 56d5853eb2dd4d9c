import { type AnyModel, languageModel } from '@artoo/llm'
import { type Redact, redacted } from '@artoo/runtime'
import { ArtooError, type LanguageModel, type ModelRequest, type ModelResponse } from '@artoo/spec'

type Asked = Pick<ModelRequest, 'messages'> & { readonly output: string }

/** Requests of a model with its answers, in order: plain data, for a file beside the test. */
export interface Cassette {
  readonly version: 1
  readonly model: string
  readonly calls: readonly { readonly asked: Asked; readonly answer: ModelResponse }[]
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
 * A model that keeps what it is asked and what it answers.
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
      const answer = await real.generate(request, options)
      calls.push(kept({ asked: askedIn(request), answer: JSON.parse(JSON.stringify(answer)) as ModelResponse }))
      return answer
    },
  }
}

/**
 * A model that answers what a cassette holds for the same request, each answer once. Give the run a clock and ids of its own, or what a prompt says
 * of the time differs.
 *
 * @throws {ArtooError} `cassette_mismatch` when a call is asked for that was not recorded, or whose messages are others by now: `field` is the place.
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
      const [{ answer }] = left.splice(index, 1) as [Cassette['calls'][number]]
      return answer
    },
  }
}

const askedIn = ({ messages, output }: ModelRequest): Asked =>
  JSON.parse(JSON.stringify({ output: output?.name ?? 'text', messages })) as Asked

function mismatch(asked: Asked, recorded: Asked | undefined): ArtooError {
  const again = 'record it again if this is meant'
  if (!recorded) {
    return new ArtooError('cassette_mismatch', `the cassette has no call left for ${asked.output}: ${again}`, {
      field: asked.output,
    })
  }
  const at = asked.messages.findIndex(
    (message, index) => JSON.stringify(message) !== JSON.stringify(recorded.messages[index]),
  )
  const index = at < 0 ? asked.messages.length : at
  const [now, then] = [asked, recorded].map(({ messages }) => String(messages[index]?.content ?? 'no message')) as [
    string,
    string,
  ]
  const from = [...now].findIndex((character, position) => character !== then[position])
  const part = (text: string) => JSON.stringify(text.slice(Math.max(0, from - 20), from + 60))
  const message = `message ${index} of ${asked.output} was ${part(then)} and is ${part(now)}: ${again}`
  return new ArtooError('cassette_mismatch', message, { field: `${asked.output}.messages[${index}]` })
}
