import { expect, it } from 'vitest'
import { soak } from './soak.js'
import { oddities } from './tally.js'

const seed = 57

/** Chosen among the first hundred so that everything comes up, in mode `ask` four times at least. */
it.each([
  ['ask', [2, 7, 15, 17, 27, 34, 39, 43, 45, 47, 52, 58, 59, 71, 81, 82, 93, 103]],
  ['edits', [2, 14, 15, 21, 39, 59]],
  ['refuse', [27, 34, 39, 45]],
  ['plan', [0, 2, 14, 52, 55, 57]],
] as const)(
  'in mode %s nothing irreversible is done twice without a second yes, and nothing finished is planned again',
  async (mode, indices) => {
    const { failures, tally } = await soak({ seed, indices, mode })
    const failed = failures.map(({ index }) => index).join()
    expect(failures, `npm run test:replans -- --seed ${seed} --mode ${mode} --only ${failed}`).toEqual([])
    expect(oddities(tally, mode), 'choose other runs').toEqual([])
  },
)
