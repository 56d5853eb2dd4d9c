import { fromFunction } from '@artoo/llm'
import type { LanguageModel, ModelOptions, ModelRequest } from '@artoo/spec'
import type { Habits } from './answers.js'
import type { Random } from './random.js'
import { type Asked, type Turn, turnFor } from './turns.js'

/** How a model of a case behaves. */
export interface Character {
  readonly random: Random
  readonly habits: Habits
  /** How likely an answer to each output name is a wild one. */
  readonly wildness: Readonly<Record<string, number>>
}

/** The turns of a model in order, by output name; the same in every run however calls are interleaved. */
export function turnsOf({ random, habits, wildness }: Character): (asked: Asked) => Turn {
  const taken = new Map<string, number>()
  return (asked) => {
    const count = taken.get(asked.name) ?? 0
    taken.set(asked.name, count + 1)
    return turnFor(random.fork(`${asked.name} ${count}`), asked, habits, wildness[asked.name] ?? 0)
  }
}

export const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms))

export const aborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    if (signal.aborted) resolve()
    else signal.addEventListener('abort', () => resolve(), { once: true })
  })

/** Does what all kinds of models do alike with a turn that is no answer. */
export async function suffer(turn: Exclude<Turn, { kind: 'answer' | 'value' }>, signal: AbortSignal): Promise<void> {
  if (turn.kind === 'throw') throw turn.error
  if (turn.kind === 'hang') await new Promise(() => {})
  if (turn.kind !== 'late') return
  await aborted(signal)
  await pause(turn.ms)
  if (turn.throws) throw new Error('late, and broken')
}

/** By artoo's own port. */
export function portModel(character: Character, streams: boolean): LanguageModel {
  const next = turnsOf(character)
  return {
    id: 'hostile/port',
    streams,
    async generate(request, { signal, onProgress }) {
      const { output, tools = [] } = request
      const turn = next({ name: output?.name ?? 'text', offersTools: tools.length > 0, inJson: false })
      if (turn.kind === 'value') return turn.value as never
      if (turn.kind !== 'answer') return suffer(turn, signal) as never
      const { text, calls: toolCalls, odd, afterMs, pieces } = turn
      for (let piece = 0; piece < pieces; piece++) onProgress?.('piece ')
      if (afterMs > 0) await pause(afterMs)
      // Some report progress when everything is over.
      if (pieces > 0) setTimeout(() => onProgress?.('late'), 5)
      return { text, toolCalls, finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop', ...odd } as never
    },
  }
}

const askedFor = /one JSON object[^:]{0,60}: the (\w+), which fits/
const offersTools = 'There are two ways to answer.'

/** What is asked for when it is put into words. */
export function askedInWords(instructions: string): Asked {
  const name = askedFor.exec(instructions)?.[1] ?? 'text'
  return { name, offersTools: instructions.includes(offersTools), inJson: true }
}

/** Text in, text out. */
export function functionModel(character: Character): LanguageModel {
  const next = turnsOf(character)
  return fromFunction(async (_, { messages, signal }) => {
    const turn = next(askedInWords(messages[0]?.content ?? ''))
    if (turn.kind === 'value') return turn.value as never
    if (turn.kind !== 'answer') return suffer(turn, signal) as never
    if (turn.afterMs > 0) await pause(turn.afterMs)
    return turn.calls.length > 0 ? JSON.stringify({ tool_calls: turn.calls }) : turn.text
  })
}

/** Takes no more than it was given, and leaves the counting to artoo. */
export function honest(model: LanguageModel): LanguageModel {
  const cost = (value: unknown) => Math.ceil(Buffer.byteLength(JSON.stringify(value) ?? '') / 4) + 1
  return {
    id: model.id,
    async generate(request, { signal }) {
      const { usage: _, ...response } = await model.generate(request, { signal })
      const room = request.maxOutputTokens ?? Infinity
      try {
        if (cost(response.text) + cost(response.toolCalls) <= room) return response
      } catch {
        // Calls that are no JSON cost nobody knows what.
      }
      return { ...response, text: '', toolCalls: [], finishReason: 'length' }
    },
  }
}

/** Notices when more calls are under way at once than there may be. */
export function crowded(model: LanguageModel, limit: number, onViolation: (what: string) => void): LanguageModel {
  let inFlight = 0
  async function generate(request: ModelRequest, options: ModelOptions) {
    if (++inFlight > limit) onViolation(`${inFlight} model calls at once, ${limit} allowed`)
    let left = false
    const leave = () => {
      if (!left) inFlight--
      left = true
    }
    options.signal.addEventListener('abort', leave, { once: true })
    try {
      return await model.generate(request, options)
    } finally {
      options.signal.removeEventListener('abort', leave)
      leave()
    }
  }
  return { id: model.id, streams: model.streams, generate }
}
