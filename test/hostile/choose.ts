/**
 * Chooses the cases for `hostile.test.ts`: cheap ones, each kind of hostility in two of them. Takes some ten minutes.
 *
 *     npx tsx --conditions=@artoo/source test/hostile/choose.ts
 */
import { worked } from '../worked.js'
import { kindsSeen } from './kinds.js'
import { soak } from './soak.js'

const indices = Array.from({ length: 1_500 }, (_, index) => index)
const rounds = 3
const times = 2
/** Milliseconds that count for each case beside what it was measured to take. */
const leastCost = 30

// What isn't seen in every round depends on how calls fall out in time.
let steady: ReadonlyMap<string, readonly number[]> = new Map()
for (let round = 0; round < rounds; round++) {
  await soak({ seed: 1, indices, parallel: 8 })
  const seen = kindsSeen()
  const before = round === 0 ? seen : steady
  steady = new Map([...before].map(([kind, cases]) => [kind, cases.filter((index) => seen.get(kind)?.includes(index))]))
}
// Without what a neighbour takes.
const costs = new Map<number, number>()
for (const index of indices) {
  const before = worked()
  await soak({ seed: 1, indices: [index], parallel: 1 })
  costs.set(index, worked() - before)
}
const rare = [...steady].flatMap(([kind, cases]) => (cases.length < times ? [`${kind} (${cases.length})`] : []))
console.log(`${few([...steady.values()]).join(', ')}\nrare: ${rare.join(', ')}`)
process.exit(0)

/** Of cases by kind, those that show most of what is still wanted for their cost, one after the other, without those that later ones made needless. */
function few(byKind: readonly (readonly number[])[]): number[] {
  const chosen = new Set<number>()
  for (;;) {
    const gains = new Map<number, number>()
    for (const cases of byKind) {
      const others = cases.filter((index) => !chosen.has(index))
      if (cases.length - others.length >= times) continue
      for (const index of others) gains.set(index, (gains.get(index) ?? 0) + 1)
    }
    const worth = ([index, gain]: readonly [number, number]) => gain / (leastCost + (costs.get(index) ?? 0))
    const best = [...gains].sort((one, other) => worth(other) - worth(one))[0]
    if (!best) break
    chosen.add(best[0])
  }
  const dearestFirst = [...chosen].sort((one, other) => (costs.get(other) ?? 0) - (costs.get(one) ?? 0))
  for (const index of dearestFirst) {
    const isNeeded = byKind.some(
      (cases) => cases.includes(index) && cases.filter((one) => chosen.has(one)).length <= times,
    )
    if (!isNeeded) chosen.delete(index)
  }
  return [...chosen].sort((one, other) => one - other)
}
