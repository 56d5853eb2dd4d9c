import { createMemory, type Memory } from '@artoo/mkct'
import type { Clock } from '@artoo/spec'
import { kinds } from './kinds.js'
import { pause } from './models.js'
import type { Random } from './random.js'
import { hostileText } from './texts.js'
import { anyValue, returned, throwing, thrown } from './values.js'

/** A memory with experiences of its own, which speak for and against the tools. */
export function seasonedMemory(random: Random, clock: Clock, toolNames: readonly string[]): Memory {
  const memory = createMemory({ clock })
  for (let count = random.int(1, 8); count > 0; count--) {
    const space = `tool:${random.pick(toolNames)}`
    const entity = random.chance(0.5) ? 'env:local' : `path:${random.pick(['there', 'a.txt', '../outside'])}`
    const content = hostileText(random).slice(0, 60_000)
    const state = random.pick(['abandon', 'change_path', 'change_approach', 'success', 'refine'] as const)
    try {
      memory.write({ space, entity, state, content })
    } catch {
      // What no memory takes.
    }
  }
  return memory
}

const never = () => new Promise<never>(() => {})
const rejecting = (random: Random) => Promise.reject(random.of(thrown))

const nonsense = (random: Random) => ({
  readings: random.list(random.int(0, 3), anyValue),
  rules: random.list(random.int(0, 3), () => (random.chance(0.5) ? anyValue(random) : almostRule(random))),
})

type Failure = (random: Random) => unknown

const consultations = kinds<Failure>('consultation', [
  never,
  (random) => pause(5).then(() => ({ readings: [], rules: [], random })),
  rejecting,
  throwing,
  returned,
  async (random) => returned(random),
  async (random) => nonsense(random),
  async (random) => nonsense(random),
])
const receipts = kinds<Failure>('receipt', [
  () => ({ id: '1', accepted: true, settled: Promise.resolve() }),
  () => ({ id: '1', accepted: true, settled: never() }),
  (random) => ({ id: '1', accepted: true, settled: rejecting(random) }),
  throwing,
  returned,
])
const flushes = kinds<Failure>('flush', [() => Promise.resolve(), never, rejecting, returned])

/** A memory of the host's that keeps no promise. */
export function brokenMemory(random: Random): Memory {
  let uses = 0
  const own = () => random.fork(`use ${uses++}`)
  return {
    consult: () => own().of(consultations),
    write: () => own().of(receipts),
    flush: () => own().of(flushes),
    close: () => Promise.resolve(),
  } as unknown as Memory
}

function almostRule(random: Random): unknown {
  return {
    id: hostileText(random),
    space: random.pick(['tool:look', 'tool:__proto__', hostileText(random)]),
    entity: random.pick([null, 'path:there', hostileText(random)]),
    text: random.chance(0.8) ? hostileText(random) : anyValue(random),
    sigma: random.pick([1, -1, 0, Number.NaN, 'one']),
    f: random.pick([1, Number.NaN, -5]),
    at: random.pick([0, Number.NaN]),
    action: random.pick(['prefer', 'must_not', 'caution', 'ignore', 'odd']),
    attention: random.pick([1, Number.NaN]),
    decision: random.pick([1, -1, Number.NaN]),
    lesson: hostileText(random),
    sources: [],
    suppressed: random.pick([true, false, 'perhaps']),
  }
}
