import type { ModelRequest } from '@artoo/spec'
import type { Random } from '../hostile/random.js'
import type { Chore } from './chores.js'
import { spelt } from './deeds.js'

interface Call {
  readonly name: string
  readonly input: unknown
}

export interface Working {
  readonly calls: readonly Call[]
  /** What is reported when there are no calls. */
  readonly report: unknown
}

/** Does a chore in turns, none or some, with what is at hand and with what is not. */
export function execute(random: Random, request: ModelRequest, chore: Chore | null | undefined): Working {
  const { messages, tools = [] } = request
  const attemptBegan = messages.findLastIndex(({ role }) => role === 'user')
  const turns = messages.slice(attemptBegan).filter(({ role }) => role === 'assistant').length
  const calls = chore && random.chance(turns === 0 ? 0.8 : 0.25) ? turnOf(random, chore) : []
  const names = tools.map(({ name }) => name)
  return {
    calls: calls.filter(({ name }) => names.includes(name) || random.chance(0.05)),
    report: {
      status: random.chance(0.9) ? 'completed' : 'failed',
      output: `The ${chore?.noun ?? 'thing'} was seen to: ${random.next()}`,
      reason: null,
    },
  }
}

function turnOf(random: Random, { noun, deeds }: Chore): readonly Call[] {
  return random.list(random.int(1, 2), () => callsOf(random, noun, deeds)).flat()
}

function callsOf(random: Random, noun: string, deeds: Chore['deeds']): readonly Call[] {
  const own = deeds.filter(() => random.chance(0.5))
  if (own.length > 0) {
    const again = random.chance(0.2) ? own.slice(0, 1) : []
    return [...own, ...again].map((deed) => ({ name: deed.tool, input: spelt(random, deed) }))
  }
  return random.of<readonly Call[]>([
    () => [{ name: 'look', input: { what: noun } }],
    () => [{ name: 'note', input: { text: `about the ${noun}` } }],
    () => {
      const title = random.chance(0.3) ? 'minutes' : `${noun} ${random.next()}`
      return ['first', 'second'].map((words) => ({ name: 'save', input: { title, text: words } }))
    },
  ])
}
