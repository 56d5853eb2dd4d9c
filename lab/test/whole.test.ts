import { describe, expect, test } from 'vitest'
import { draw } from '../src/random.js'
import { usualPersona } from '../src/whole/mind.js'
import { causes, plantOf } from '../src/whole/plants.js'
import { runWhole } from '../src/whole/run-whole.js'

const flawless = { stickiness: 0, obedience: 1, judgeErrors: 0 }

describe('one task through the whole SDK', () => {
  test.each(causes)('ends with an account, and the same one for the same seed: %s', async (cause) => {
    const run = () => runWhole(plantOf({ cause }, 3), { seed: 3 })
    const result = await run()
    expect(result.calls).toBeGreaterThanOrEqual(4)
    expect(result.rounds).toBeGreaterThanOrEqual(1)
    expect(result.reason).not.toBe('role_failed')
    expect(await run()).toEqual(result)
  })

  test('is solved where a planner that obeys meets a blocked target, by the second round', async () => {
    const plant = plantOf({ cause: 'blocked_target', places: ['main', 'mirror'] }, 1)
    const results = await Promise.all([1, 2, 3, 4].map((seed) => runWhole(plant, { seed, persona: flawless })))
    for (const { solved, delivered, rounds } of results) {
      expect([solved, delivered]).toEqual([true, true])
      expect(rounds).toBeLessThanOrEqual(2)
    }
  })

  test('delivers what is wrong when its judge is always mistaken', async () => {
    const persona = { ...usualPersona, stickiness: 1, judgeErrors: 1 }
    const result = await runWhole(plantOf({ cause: 'wrong_method' }, 1), { seed: 1, persona })
    expect(result).toMatchObject({ delivered: true, solved: false, rounds: 1 })
  })
})

describe('a draw', () => {
  test('is the same for the same keys, in whatever order it is asked for', () => {
    expect(draw('a', 1, 2)).toBe(draw('a', 1, 2))
    expect(new Set([draw('a', 1, 2), draw('a', 2, 1), draw('b', 1, 2), draw('a', 1)]).size).toBe(4)
  })

  test('is spread evenly over neighbouring keys', () => {
    const counts = Array.from({ length: 10 }, () => 0)
    for (let seed = 0; seed < 100; seed++)
      for (let task = 0; task < 100; task++) {
        const bin = Math.floor(10 * draw(seed, task, 'plan'))
        counts[bin] = (counts[bin] ?? 0) + 1
      }
    // χ² with 9 degrees of freedom stays below 27.9 in 999 of 1,000 cases.
    expect(counts.reduce((total, count) => total + (count - 1_000) ** 2 / 1_000, 0)).toBeLessThan(27.9)
  })
})
