import { expect, it } from 'vitest'
import { simulate } from './simulate.js'

it('a loop ends in whatever world, and each of its commits leaves a sound state and a smaller measure', () => {
  /** Each of these once went wrong in a way of its own. */
  const known = [4636, 7434]
  const more = Array.from({ length: 200 }, (_, index) => 1_000_000 + index)
  const failed = [...known, ...more].flatMap((seed) => {
    const { faults } = simulate(seed)
    return faults.length > 0 ? [`npm run test:halting -- --only ${seed}: ${faults[0]}`] : []
  })
  expect(failed).toEqual([])
})
