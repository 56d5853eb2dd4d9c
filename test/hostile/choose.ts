/**
 * Chooses the cases for `hostile.test.ts`: few, each kind of hostility in two of them. Takes a few minutes.
 *
 *     npx tsx --conditions=@artoo/source test/hostile/choose.ts
 */
import { kindsSeen } from './kinds.js'
import { soak } from './soak.js'

const indices = Array.from({ length: 1_500 }, (_, index) => index)
const rounds = 3
const times = 2

// What isn't seen in every round depends on how calls fall out in time.
let steady: ReadonlyMap<string, readonly number[]> = new Map()
for (let round = 0; round < rounds; round++) {
  await soak({ seed: 1, indices, parallel: 8 })
  const seen = kindsSeen()
  const before = round === 0 ? seen : steady
  steady = new Map([...before].map(([kind, cases]) => [kind, cases.filter((index) => seen.get(kind)?.includes(index))]))
}
const rare = [...steady].flatMap(([kind, cases]) => (cases.length < times ? [`${kind} (${cases.length})`] : []))
console.log(`${few([...steady.values()]).join(', ')}\nrare: ${rare.join(', ')}`)
process.exit(0)

/** Of cases by kind, those that show most of what is still wanted, one after the other. */
function few(byKind: readonly (readonly number[])[]): number[] {
  const chosen = new Set<number>()
  for (;;) {
    const gains = new Map<number, number>()
    for (const cases of byKind) {
      const others = cases.filter((index) => !chosen.has(index))
      if (cases.length - others.length >= times) continue
      for (const index of others) gains.set(index, (gains.get(index) ?? 0) + 1)
    }
    const best = [...gains].sort(([, one], [, other]) => other - one)[0]
    if (!best) return [...chosen].sort((one, other) => one - other)
    chosen.add(best[0])
  }
}
