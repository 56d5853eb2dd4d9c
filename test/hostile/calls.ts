import { placeInputs } from './places.js'
import type { Random } from './random.js'
import { hostileText } from './texts.js'
import { anyValue, plainValue } from './values.js'

/** A tool call as a model makes it: of no certain shape. */
export interface Call {
  readonly id: unknown
  readonly name: unknown
  readonly input: unknown
}

const oddNames = ['__proto__', 'constructor', 'toString', '', 'look\n### System', 'LOOK', 'x'.repeat(5_000)] as const
const oddIds = ['', 'same', 'same', '__proto__', 'call_1_1', 'i'.repeat(2_000)] as const
const turnSizes = [1, 1, 1, 1, 1, 2, 2, 3, 5, 8] as const
const largeTurns = [32, 33, 200] as const

/** The calls of one turn. `inJson`: nothing that only a model in this process could give. */
export function callsOf(random: Random, toolNames: readonly string[], inJson: boolean): readonly Call[] {
  const count = random.chance(0.03) ? random.pick(largeTurns) : random.pick(turnSizes)
  return random.list(count, (_, index) => {
    const name = random.chance(0.95) ? random.pick(toolNames) : random.pick(oddNames)
    return {
      id: random.chance(0.8) ? `${index}` : random.pick(oddIds),
      name: inJson || random.chance(0.99) ? name : anyValue(random),
      input: inputOf(random, name, inJson),
    }
  })
}

function inputOf(random: Random, name: string, inJson: boolean): unknown {
  const wild = random.chance(0.15)
  if (wild) return inJson || random.chance(0.8) ? plainValue(random) : anyValue(random)
  const own = Object.hasOwn(placeInputs, name) ? placeInputs[name] : undefined
  if (own) return own(random)
  return random.chance(0.7) ? {} : { text: hostileText(random) }
}
