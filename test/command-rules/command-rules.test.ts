import { expect, test } from 'vitest'
import { fuzzedLines } from './fuzz.js'

test('no rule for commands is wrong about what dash and bash run', async () => {
  const { faults, runs, touched, covered } = await fuzzedLines(90, 1)
  expect(faults).toEqual([])
  expect(Math.min(runs, touched, covered)).toBeGreaterThan(4)
})
