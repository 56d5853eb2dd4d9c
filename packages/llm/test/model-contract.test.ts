import { fromAiSdk, fromFunction } from '@artoo/llm'
import { fakeProvider, type VersionName } from './ai-sdk-fixtures.js'
import { type Fixture, modelContract } from './model-contract.js'
import type { Turn } from './provider-turn.js'

interface Row {
  readonly version: VersionName
  readonly streams: boolean
  readonly way: 'native' | 'text'
}

const rows: readonly Row[] = (['v2', 'v3', 'v4'] as const).flatMap((version) =>
  [true, false].flatMap((streams) => (['native', 'text'] as const).map((way) => ({ version, streams, way }))),
)

/** A model of the AI SDK, asked natively or in words. */
function viaAiSdk({ version, streams, way }: Row): Fixture {
  return {
    name: `${version}, ${streams ? 'streaming' : 'whole'}, ${way === 'native' ? 'native' : 'in words'}`,
    tools: way,
    play(turns, modelId) {
      const provider = fakeProvider(version, turns, { streams, modelId })
      return { ...provider, model: fromAiSdk(provider.model, { toolCalls: way, structuredOutput: way }) }
    },
    lacks: {
      ...(streams
        ? { 'answering whole': 'it streams' }
        : { streaming: 'it answers whole', interruption: 'only a stream can be interrupted' }),
      ...(way === 'native'
        ? { 'calls in words': 'calls are no text of the answer' }
        : { 'call ids': 'calls in words carry no ids, metadata or arguments of their own' }),
      ...(version !== 'v4' && {
        'custom content': `${version} has no custom content`,
        interruption: `${version} does not say that a stream was interrupted`,
      }),
    },
  }
}

const viaFunction: Fixture = {
  name: 'a function',
  tools: 'text',
  play(turns) {
    const asked: { prompt: { role: string; content: unknown }[]; maxOutputTokens: number | undefined }[] = []
    let cancelled = false
    let startHanging = () => {}
    const hanging = new Promise<void>((resolve) => {
      startHanging = resolve
    })
    const model = fromFunction((prompt, { signal, maxOutputTokens }) => {
      const turn: Turn | undefined =
        turns[asked.push({ prompt: [{ role: 'user', content: prompt }], maxOutputTokens }) - 1]
      if (typeof turn === 'object' && 'content' in turn) {
        return turn.content.map((part) => (part.type === 'text' ? part.text : '')).join('')
      }
      if (typeof turn === 'object' && 'fails' in turn) throw turn.fails
      startHanging()
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          cancelled = true
          reject(signal.reason)
        })
      })
    })
    return { model, asked, cancelled: () => cancelled, hanging }
  },
  lacks: {
    streaming: 'a function answers whole',
    'finish reasons': 'a function does not say why it ended',
    usage: 'a function does not count tokens',
    'response ids': 'a function has no ids',
    'memory of its own': 'a function gives nothing but text',
    'call ids': 'calls in words carry no ids',
    'calls in words': 'a function does not say that its text was cut off',
    'custom content': 'a function gives nothing but text',
    interruption: 'a function answers whole',
  },
}

for (const fixture of [...rows.map(viaAiSdk), viaFunction]) modelContract(fixture)
