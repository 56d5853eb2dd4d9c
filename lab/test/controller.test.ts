import { isBeliefOrder, profiles } from '@artoo/ggs'
import { describe, expect, it } from 'vitest'
import { fitted, toldOf } from '../src/controller/calibration.js'
import { runEpisode } from '../src/controller/episode.js'
import { measuredConfusion, measuredNaming, namesWrongly } from '../src/controller/judge.js'
import { bandit } from '../src/controller/policies/bandit.js'
import { measured } from '../src/controller/policies/measured.js'
import { oracle } from '../src/controller/policies/oracle.js'
import { mostRounds } from '../src/controller/policies/policy.js'
import { feedback, retry, retryWithLists, retryWithListsSettling } from '../src/controller/policies/retry.js'
import { causesPolicy, solver } from '../src/controller/policies/solver.js'
import { sets } from '../src/controller/sets.js'
import { study } from '../src/controller/study.js'
import { families as design } from '../src/plants/design/families.js'
import type { Family } from '../src/plants/plant.js'
import { calibrationError, reliability } from '../src/reliability.js'
import { decisionsOnOneRun } from '../src/report/one-run.js'
import { bootstrapped, difference, estimate } from '../src/statistics.js'

const families = Object.values(sets).flat()
const policies = [
  ...[retry, retryWithLists, retryWithListsSettling, feedback, solver('paper', { profile: 'paper' }), measured],
  ...[bandit(), causesPolicy(), oracle],
]
const naming = measuredNaming
const played = (family: Family, number: number, policy: (typeof policies)[number]) =>
  runEpisode(family.plant(number), policy, { family: family.name, naming })
const named = (name: string) => design.find((family) => family.name === name) as Family
const count = 25
const solvedBy = (policy: (typeof policies)[number], of: readonly Family[], names = naming) =>
  of.flatMap((family) => study(family, policy, { count, naming: names }).solved)

describe('the lab', () => {
  it('has no task in two families', () => {
    expect(new Set(families.map((family) => family.plant(0).seed)).size).toBe(families.length)
  })

  it.each(families)('plays every task of "$name" to an end, alike each time', (family) => {
    for (const policy of design.includes(family) ? policies : [causesPolicy()]) {
      const episode = played(family, 7, policy)
      expect(episode.rounds).toBeLessThanOrEqual(mostRounds)
      if (policy.name !== 'bandit') expect(played(family, 7, policy)).toEqual(episode)
    }
  })

  it('shows every policy that corrects alike the same first round', () => {
    for (const family of design) {
      const alike = policies.filter(({ corrects }) => corrects === undefined)
      const [first, ...others] = alike.map((policy) => played(family, 3, policy).observations[0])
      for (const other of others) expect(other).toEqual(first)
    }
  })

  it('delivers the parts that can be done beside one that can’t', () => {
    const results = study(named('some impossible'), causesPolicy(), { count: 60, naming })
    expect(estimate(results.possible).mean).toBeGreaterThan(0.3)
    expect(results.solved.length).toBe(60)
  })

  it('has judges that name causes as often right as the matrix says', () => {
    const row = naming.wrong_tool
    const counts = measuredConfusion.counts.wrong_tool
    expect(row.wrong_tool).toBeCloseTo(counts.wrong_tool / Object.values(counts).reduce((sum, one) => sum + one, 0))
    expect(namesWrongly(0.25).outage).toMatchObject({ outage: 0.75 })
  })
})

describe('the judge in the default profile', () => {
  it('has the counts that were measured, each with the same doubt', () => {
    for (const [truth, counts] of Object.entries(measuredConfusion.counts)) {
      const total = Object.values(counts).reduce((sum, one) => sum + one, 0)
      for (const [named, count] of Object.entries(counts)) {
        const chance = profiles.causes.judge[truth as keyof typeof counts][named as keyof typeof counts]
        expect(chance).toBeCloseTo((count + 2) / (total + 20))
      }
    }
  })
})

describe('in a short form of the study on the design set', () => {
  const gain = (one: readonly number[], other: readonly number[]) => difference(one, other).mean
  const [ours, loop, before, words] = [causesPolicy(), retryWithListsSettling, measured, feedback].map((policy) =>
    solvedBy(policy, design),
  ) as [number[], number[], number[], number[]]

  it('the default solves twenty points more than a loop with lists', () => {
    expect(gain(ours, loop)).toBeGreaterThan(0.2)
  })

  it('and ten more than the table before it and than the judge’s words alone', () => {
    expect(gain(ours, before)).toBeGreaterThan(0.1)
    expect(gain(ours, words)).toBeGreaterThan(0.1)
  })

  it('with a quarter of wrong names it is not worse than the table, which is sent none', () => {
    expect(gain(solvedBy(causesPolicy(), design, namesWrongly(0.25)), before)).toBeGreaterThan(0)
  })

  it('and its confidence is calibrated', () => {
    const delivered = design.flatMap((family) => study(family, causesPolicy(), { count, naming }).delivered)
    expect(calibrationError(reliability(toldOf(delivered)))).toBeLessThan(0.05)
  })
})

describe('the run in the picture', () => {
  it('has a belief for each round that failed, and ends accepted', () => {
    expect(decisionsOnOneRun.map(({ directive }) => directive)).toEqual(['again', 'refine', 'break_symmetry', 'accept'])
    expect(decisionsOnOneRun.slice(0, 3).every(({ orders }) => orders.every(isBeliefOrder))).toBe(true)
  })
})

describe('an estimate', () => {
  it('has the interval of the normal approximation', () => {
    expect(estimate([0, 1, 0, 1])).toEqual({ mean: 0.5, margin: expect.closeTo(1.96 * Math.sqrt(1 / 3 / 4)) })
  })

  it('of a difference is paired', () => {
    expect(difference([1, 1, 0], [1, 1, 0])).toEqual({ mean: 0, margin: 0 })
    expect(
      bootstrapped([
        [
          [1, 1, 0],
          [1, 1, 0],
        ],
      ]),
    ).toEqual({ value: 0, low: 0, high: 0 })
  })

  it('by a bootstrap is about as wide as that of the normal approximation', () => {
    const ones = Array.from({ length: 400 }, (_, index) => (index % 3 === 0 ? 1 : 0))
    const zeros = ones.map(() => 0)
    const { value, low, high } = bootstrapped([[ones, zeros]])
    const { margin } = estimate(ones)
    expect([value - low, high - value]).toEqual([expect.closeTo(margin, 2), expect.closeTo(margin, 2)])
  })
})

describe('the confidence', () => {
  it('is fitted to what happened', () => {
    const delivered = Array.from({ length: 2_000 }, (_, index) => ({
      ...{ D: 0, judged: index % 2, rounds: 1 },
      isRight: index % 2 === 0 ? index % 20 !== 0 : index % 4 !== 1,
    }))
    const { base, judged } = fitted(delivered)
    expect(1 / (1 + Math.exp(-base))).toBeCloseTo(0.9, 1)
    expect(1 / (1 + Math.exp(-base - judged))).toBeCloseTo(0.5, 1)
  })
})
