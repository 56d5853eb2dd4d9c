import type { Clock, LanguageModel, ModelRequest, ModelResponse } from '@artoo/spec'
import type { AgentFunction } from '../../src/effects/agent.js'
import type { FamilyModel } from '../../src/omega/options.js'
import type { Roster } from '../../src/roster/roster.js'
import type { Chance } from './chance.js'
import type { Climate } from './climate.js'
import { randomReading } from './problems.js'
import { randomReport, type Shown, spoilt } from './reports.js'

/** How anybody gives an answer: late, not at all, or with an error. */
export function answerer(clock: Clock, { hangs, fails, delayMs }: Pick<Climate, 'hangs' | 'fails' | 'delayMs'>) {
  return <Result>(chance: Chance, signal: AbortSignal, answer: () => Result): Promise<Result> =>
    new Promise((resolve, reject) => {
      if (chance.is(hangs)) return
      const fate = chance.is(fails) ? () => reject(new Error('out of order')) : () => resolve(answer())
      const cancel = clock.schedule(chance.below(delayMs + 1), fate)
      signal.addEventListener('abort', () => cancel(), { once: true })
    })
}

/** So that what somebody says doesn't depend on who spoke before: each has chance of its own for each time that it speaks. */
function turns(chance: Chance): (name: string) => Chance {
  const counts = new Map<string, number>()
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1
    counts.set(name, count)
    return chance.of(`${name} ${count}`)
  }
}

export function randomModels(
  chance: Chance,
  climate: Climate,
  clock: Clock,
  roster: () => Roster,
): readonly FamilyModel[] {
  const answered = answerer(clock, climate)
  const turnOf = turns(chance)
  const modelOf = (index: number): LanguageModel => ({
    id: `model ${index}`,
    generate: async (request, { signal }) => {
      if (index === climate.dead) throw new Error('no such key')
      const turn = turnOf(request.output?.name ?? '')
      return answered(turn, signal, () => response(turn, climate, request, roster()))
    },
  })
  return Array.from({ length: climate.families }, (_, index) => ({ model: modelOf(index), family: `family ${index}` }))
}

function response(chance: Chance, climate: Climate, request: ModelRequest, roster: Roster): ModelResponse {
  const inputTokens = Math.ceil(JSON.stringify(request.messages).length / 4)
  const usage = chance.is(0.9) ? { usage: { inputTokens, outputTokens: chance.below(2000) } } : {}
  const calls = chance.is(climate.toolCalls) && (request.tools || chance.is(0.05)) ? 1 + chance.below(3) : 0
  const toolCalls = Array.from({ length: calls }, (_, index) => ({
    ...{ id: `t${index}`, name: chance.is(0.95) ? 'look' : 'none', input: chance.is(0.95) ? { at: 'it' } : 'it' },
  }))
  const text = toolCalls.length > 0 && request.tools ? '' : textOf(chance, climate, request, roster)
  return { text, toolCalls, finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop', ...usage }
}

function textOf(chance: Chance, climate: Climate, request: ModelRequest, roster: Roster): string {
  if (chance.is(climate.prose)) return chance.pick(['I would rather not say.', '', '{"verdict": "It', '[1, 2', '{}'])
  const value = said(chance, climate, request, roster)
  const json = JSON.stringify(value, (_, part) =>
    typeof part === 'number' && !Number.isFinite(part) ? `<${part}>` : part,
  )
  return json.replaceAll(/"<(NaN|Infinity)>"/g, '$1')
}

function said(chance: Chance, climate: Climate, { output, messages }: ModelRequest, { card }: Roster): unknown {
  const shown = shownIn(messages.findLast(({ role }) => role === 'user')?.content ?? '')
  if (output?.name === 'reading') return randomReading(chance)
  const agent = card(Number(output?.name.split('_')[1]))
  return spoilt(chance, climate, randomReport(chance, climate, agent, shown), agent)
}

const shownIn = (text: string): Shown => ({
  claims: idsIn(text, /^- (c\d+)\b/gm),
  contradictions: idsIn(text, /^- (k\d+)\b/gm),
})
const idsIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].flatMap(([, id]) => id ?? [])

/** What a function may give beside a report. */
const oddities: readonly (() => unknown)[] = [
  () => undefined,
  () => 'It is so.',
  () => 10n,
  () => () => 'It is so.',
  () => new Map([['verdict', 'It is so.']]),
  () => {
    const circle: { self?: unknown } = {}
    circle.self = circle
    return circle
  },
  () => ({
    get verdict() {
      throw new Error('not to be read')
    },
  }),
]

/** A function in the name of an agent, by its id and its card, once that is known. */
export function functionsOf(chance: Chance, climate: Climate, clock: Clock) {
  const answered = answerer(clock, climate)
  const turnOf = turns(chance)
  return (id: number, roster: () => Roster): AgentFunction =>
    ({ claims, contradictions }, { signal }) => {
      const turn = turnOf(`function ${id}`)
      const shown = { claims: claims.map((one) => one.id), contradictions: contradictions.map((one) => one.id) }
      const card = roster().card(id)
      const report = () => spoilt(turn, climate, randomReport(turn, climate, card, shown), card)
      return answered(turn, signal, turn.is(climate.prose) ? turn.pick(oddities) : report)
    }
}
