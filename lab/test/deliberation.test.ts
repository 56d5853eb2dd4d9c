import { expect, it } from 'vitest'
import { accuracy, byStatus, calibrationError, gain } from '../src/deliberation/measures.js'
import { tuning } from '../src/deliberation/populations/tuning.js'
import { type PopulationResult, studied } from '../src/deliberation/study.js'

/** The short form of `npm run bench:omega -- --evidence`: the same questions each time. */
const named = (name: string) => tuning.filter((population) => population.name === name)
const results: Promise<readonly PopulationResult[]> = Promise.all(
  ['three families', 'easy to judge', 'sometimes checked']
    .flatMap(named)
    .map((population) => studied(population, { count: 60, seed: 5, of: [{ name: 'quick', panel: 'quick' }] })),
)
const quick = ({ omega }: PopulationResult) => omega.quick ?? []

it('answers better than a majority of as many votes where judging is easier, or code can check', async () => {
  for (const result of (await results).slice(1)) {
    const majority = result.baselines.find(({ name, at }) => name === 'majority vote' && at === 'tokens')
    expect(gain(quick(result), majority?.decided ?? []).mean, result.name).toBeGreaterThan(0.05)
  }
})

it('is right about as often as it says, and more often the better the status', async () => {
  const all = (await results).flatMap(quick)
  expect(calibrationError(all)).toBeLessThan(0.06)
  const [success, partial, failure] = byStatus(all).map(({ right }) => right.mean)
  expect(success).toBeGreaterThan(partial ?? 1)
  expect(partial).toBeGreaterThan(failure ?? 1)
  expect(accuracy(all).mean).toBeGreaterThan(0.8)
})
