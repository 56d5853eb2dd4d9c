import type { Clock, LanguageModel, ModelRequest, ModelResponse } from '@artoo/spec'
import type { AgentFunction } from '../../src/effects/agent.js'
import type { AgentTask } from '../../src/messages/agent-task.js'
import type { FamilyModel } from '../../src/omega/options.js'
import { roster } from '../../src/roster/roster.js'
import type { Chance } from './chance.js'
import type { Climate } from './climate.js'
import { randomReading } from './problems.js'
import { confidenceOf, randomReport, type Shown, spoilt } from './reports.js'

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

export function randomModels(chance: Chance, climate: Climate, clock: Clock): readonly FamilyModel[] {
  const answered = answerer(clock, climate)
  const turnOf = turns(chance)
  const model: LanguageModel = {
    id: 'random',
    generate: (request, { signal }) => {
      const turn = turnOf(request.output?.name ?? '')
      return answered(turn, signal, () => response(turn, climate, request))
    },
  }
  return Array.from({ length: climate.families }, (_, index) => ({ model, family: `family ${index}` }))
}

function response(chance: Chance, climate: Climate, request: ModelRequest): ModelResponse {
  const inputTokens = Math.ceil(JSON.stringify(request.messages).length / 4)
  const usage = chance.is(0.9) ? { usage: { inputTokens, outputTokens: chance.below(2000) } } : {}
  const calls = chance.is(climate.toolCalls) && (request.tools || chance.is(0.05)) ? 1 + chance.below(3) : 0
  const toolCalls = Array.from({ length: calls }, (_, index) => ({
    ...{ id: `t${index}`, name: chance.is(0.95) ? 'look' : 'none', input: chance.is(0.95) ? { at: 'it' } : 'it' },
  }))
  const text = toolCalls.length > 0 && request.tools ? '' : textOf(chance, climate, request)
  return { text, toolCalls, finishReason: toolCalls.length > 0 ? 'tool_calls' : 'stop', ...usage }
}

function textOf(chance: Chance, climate: Climate, request: ModelRequest): string {
  if (chance.is(climate.prose)) return chance.pick(['I would rather not say.', '', '{"verdict": "It', '[1, 2', '{}'])
  const value = said(chance, climate, request)
  const json = JSON.stringify(value, (_, part) =>
    typeof part === 'number' && !Number.isFinite(part) ? `<${part}>` : part,
  )
  return json.replaceAll(/"<(NaN|Infinity)>"/g, '$1')
}

function said(chance: Chance, climate: Climate, { output, messages }: ModelRequest): unknown {
  const shown = shownIn(messages.findLast(({ role }) => role === 'user')?.content ?? '')
  switch (output?.name) {
    case 'reading':
      return randomReading(chance)
    case 'answer':
      return { answer: 'Yes.', confidence: confidenceOf(chance, climate), caveats: [] }
    case 'judgement':
      return {
        rulings: shown.contradictions
          .filter(() => chance.is(climate.resolutions))
          .map((contradiction) => ({
            ...{ contradiction, holds: chance.pick(['a', 'b', 'both', 'neither', 'undecided']), why: 'so it is' },
          })),
      }
    default: {
      const card = roster.card(Number(output?.name.slice('agent_'.length)))
      return spoilt(chance, climate, randomReport(chance, climate, card, shown), card)
    }
  }
}

const shownIn = (text: string): Shown => ({
  claims: idsIn(text, /^- (c\d+)\b/gm),
  contradictions: idsIn(text, /^- (k\d+)\b/gm),
  questions: idsIn(text, /^- "(What of .*)"$/gm),
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

export function randomAgents(chance: Chance, climate: Climate, clock: Clock): Readonly<Record<number, AgentFunction>> {
  const answered = answerer(clock, climate)
  const turnOf = turns(chance)
  const agents = roster.cards.filter(({ id }) => id <= 52 && chance.is(climate.functions))
  const functionOf = (id: number): AgentFunction => {
    const card = roster.card(id)
    return ({ claims, contradictions, questions }: AgentTask, { signal }) => {
      const turn = turnOf(`function ${id}`)
      const shown = {
        claims: claims.map((one) => one.id),
        contradictions: contradictions.map((one) => one.id),
        questions,
      }
      const report = () => spoilt(turn, climate, randomReport(turn, climate, card, shown), card)
      return answered(turn, signal, turn.is(climate.prose) ? turn.pick(oddities) : report)
    }
  }
  return Object.fromEntries(agents.map(({ id }) => [id, functionOf(id)]))
}
