import type { AiSdkModel } from '@artoo/llm'
import { kinds } from './kinds.js'
import { aborted, askedInWords, type Character, suffer, turnsOf } from './models.js'
import type { Random } from './random.js'
import type { Asked, Turn } from './turns.js'

interface Options {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[]
  readonly tools?: readonly unknown[]
  readonly responseFormat?: { readonly name?: string }
  readonly abortSignal: AbortSignal
}

type Chunk = Readonly<Record<string, unknown>>
type Answer = Extract<Turn, { kind: 'answer' }>

const usage = { inputTokens: { total: 100 }, outputTokens: { total: 10 } }

/** A stream that gives what `pull` gives until that is undefined; what is thrown breaks it. */
function streamOf(pull: (index: number) => Promise<unknown>): ReadableStream {
  let index = 0
  return new ReadableStream({
    async pull(controller) {
      const chunk = await pull(index++)
      if (chunk === undefined) controller.close()
      else controller.enqueue(chunk)
    },
  })
}

const listed = (chunks: readonly unknown[]) => streamOf(async (index) => chunks[index])

function chunksOf({ text, calls, odd }: Answer): Chunk[] {
  const half = Math.floor(text.length / 2)
  const deltas = [text.slice(0, half), text.slice(half)].map((delta) => ({ type: 'text-delta', id: '1', delta }))
  const parts = calls.map(({ id, name, input }) => {
    return { type: 'tool-call', toolCallId: id, toolName: name, input: JSON.stringify(input) }
  })
  const { finishReason = calls.length > 0 ? 'tool-calls' : 'stop', usage: reported = usage } = odd
  return [
    { type: 'stream-start', warnings: [] },
    ...(text === '' ? [] : [{ type: 'text-start', id: '1' }, ...deltas, { type: 'text-end', id: '1' }]),
    ...parts,
    { type: 'finish', usage: reported, finishReason: { unified: finishReason, raw: undefined } },
  ]
}

/** What a stream does beside giving its chunks. */
const manners = kinds<(chunks: Chunk[], random: Random, signal: AbortSignal) => unknown>('stream', [
  (chunks) => ({ stream: listed(chunks.slice(0, -1)) }),
  (chunks) => ({ stream: listed([...chunks.slice(0, 2), { type: 'error', error: new Error('overloaded') }]) }),
  (chunks) => ({ stream: listed([...chunks, ...chunks]) }),
  (chunks) => ({ stream: listed([{ type: 'unheard-of' }, { type: 'tool-call' }, { type: 'text-delta' }, ...chunks]) }),
  () => ({ stream: listed([null]) }),
  () => ({ stream: listed(['text', 7]) }),
  () => ({ stream: listed([]) }),
  () => ({ stream: streamOf(() => new Promise(() => {})) }),
  (chunks) => ({ stream: streamOf(async (index) => chunks[index] ?? new Promise(() => {})) }),
  (chunks) => ({ stream: streamOf(async (index) => (index < 2 ? chunks[index] : broken())) }),
  (_, random) => ({ stream: endless(random.pick(['', 'x', 'many words '.repeat(100)])) }),
  (chunks, _, signal) => ({
    stream: streamOf(async (index) => (index < 2 ? chunks[index] : aborted(signal).then(() => broken()))),
  }),
  (chunks) => {
    const stream = listed(chunks)
    stream.getReader()
    return { stream }
  },
  () => ({ stream: null }),
  () => undefined,
])

function broken(): never {
  throw new TypeError('terminated', { cause: { code: 'UND_ERR_SOCKET' } })
}

function endless(delta: string): ReadableStream {
  return streamOf(async () => ({ type: 'text-delta', id: '1', delta }))
}

/** A model of the AI SDK whose streams are all that streams can be. */
export function streamingModel(character: Character): AiSdkModel {
  const next = turnsOf(character)
  const random = character.random.fork('streams')
  const onlyGenerates = random.chance(0.1)
  let calls = 0

  async function turnOf(options: Options): Promise<Answer> {
    const turn = next(askedBy(options))
    if (turn.kind === 'answer') return turn
    if (turn.kind !== 'value') await suffer(turn, options.abortSignal)
    return { kind: 'answer', text: '', calls: [], odd: {}, afterMs: 0, pieces: 0 }
  }

  return {
    specificationVersion: random.pick(['v2', 'v3', 'v4'] as const),
    provider: 'hostile.chat',
    modelId: 'stream',
    async doStream(options: Options) {
      if (onlyGenerates) throw new Error('Not implemented')
      const chunks = chunksOf(await turnOf(options))
      const manner = random.fork(`${calls++}`)
      const rudeness = character.wildness.streams ?? 0
      return manner.chance(rudeness)
        ? manner.pick(manners)(chunks, manner, options.abortSignal)
        : { stream: listed(chunks) }
    },
    async doGenerate(options: Options) {
      const { text, calls: toolCalls } = await turnOf(options)
      const content = toolCalls.map(({ id, name, input }) => {
        return { type: 'tool-call', toolCallId: id, toolName: name, input: JSON.stringify(input) }
      })
      return { content: [{ type: 'text', text }, ...content], finishReason: 'stop', usage, warnings: [] }
    },
  }
}

function askedBy({ prompt, tools = [], responseFormat }: Options): Asked {
  const name = responseFormat?.name
  const instructions = prompt.filter(({ role }) => role === 'system').map(({ content }) => String(content))
  const worded = askedInWords(instructions.join('\n'))
  return { name: name ?? worded.name, offersTools: tools.length > 0, inJson: true }
}
