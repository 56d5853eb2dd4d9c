import { expect, it } from 'vitest'
import { soak } from './soak.js'
import { oddities } from './tally.js'

/** Chosen so that everything comes up in few runs, in mode `ask` four times at least. */
const seed = 4

it.each([
  ['ask', 25],
  ['edits', 12],
  ['refuse', 12],
  ['plan', 12],
] as const)(
  'in mode %s nothing irreversible is done twice without a second yes, and nothing finished is planned again',
  async (mode, runs) => {
    const indices = Array.from({ length: runs }, (_, index) => index)
    const { failures, tally } = await soak({ seed, indices, mode })
    const failed = failures.map(({ index }) => index).join()
    expect(failures, `npm run test:replans -- --seed ${seed} --mode ${mode} --only ${failed}`).toEqual([])
    expect(oddities(tally, mode), 'choose another seed').toEqual([])
  },
)

it.each(['direct', 'auto'] as const)(
  'in depth %s nothing irreversible is done twice without a second yes either',
  async (depth) => {
    const indices = Array.from({ length: 8 }, (_, index) => index)
    const { failures, tally } = await soak({ seed, indices, depth })
    const failed = failures.map(({ index }) => index).join()
    expect(failures, `npm run test:replans -- --seed ${seed} --depth ${depth} --only ${failed}`).toEqual([])
    expect(tally['repeated irreversible requests'], 'choose another seed').toBeGreaterThan(0)
  },
)
