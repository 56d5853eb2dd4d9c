import { expect, it } from 'vitest'
import { simulate } from './simulate.js'

it('a loop ends in whatever world, and each of its commits leaves a sound state and a smaller measure', () => {
  const seeds = Array.from({ length: 40 }, (_, index) => 1_000_000 + index)
  const failed = seeds.flatMap((seed) => {
    const { faults } = simulate(seed)
    return faults.length > 0 ? [`npm run test:halting -- --only ${seed}: ${faults[0]}`] : []
  })
  expect(failed).toEqual([])
})
