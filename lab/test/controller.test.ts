import { describe, expect, it } from 'vitest'
import { runEpisode } from '../src/controller/episode.js'
import { changingFamilies, heldOutFamilies, tuningFamilies } from '../src/controller/plants/families.js'
import type { Family } from '../src/controller/plants/family.js'
import { plantOf } from '../src/controller/plants/plant.js'
import { bandit } from '../src/controller/policies/bandit.js'
import { blind } from '../src/controller/policies/blind.js'
import { version06, version07 } from '../src/controller/policies/earlier-versions.js'
import { oracle } from '../src/controller/policies/oracle.js'
import { mostRounds } from '../src/controller/policies/policy.js'
import { randomDirectives, retry, retryWithLists } from '../src/controller/policies/retry.js'
import { solver } from '../src/controller/policies/solver.js'
import { contender, study } from '../src/controller/study.js'
import { added, gradients, removed } from '../src/controller/switches.js'
import { difference, estimate, meanOf } from '../src/statistics.js'

const families = [...tuningFamilies, ...heldOutFamilies, ...changingFamilies]
const paper = solver('paper', { profile: 'paper' })
const measured = solver('measured', { profile: 'measured' })
const policies = [retry, retryWithLists, randomDirectives, version06, version07, paper, measured, bandit(), oracle]
const tasks = 60
const mixed = tuningFamilies.find(({ name }) => name === 'mixed') as Family

describe('the lab', () => {
  it('has no family on both sides', () => {
    expect(new Set(families.map(({ name }) => name)).size).toBe(families.length)
  })

  it.each(families)('plays every task of "$name" to an end, alike each time', (family) => {
    for (const policy of policies) {
      const episode = runEpisode(plantOf(family, 7), policy)
      expect(episode.rounds).toBeLessThanOrEqual(mostRounds)
      if (policy.name !== 'bandit') expect(runEpisode(plantOf(family, 7), policy)).toEqual(episode)
    }
  })

  it('shows every policy the same first round', () => {
    for (const family of families) {
      const [first, ...others] = policies.map((policy) => runEpisode(plantOf(family, 3), policy).observations[0])
      for (const other of others) expect(other).toEqual(first)
    }
  })

  it('solves nothing that is impossible', () => {
    const impossible = { ...mixed, name: 'impossible', causes: ['impossible'] } as const
    expect(study(impossible, { policy: oracle }, tasks).solved).not.toContain(1)
  })

  it.each([...added, ...removed, ...gradients])('has a sound table for "$name"', ({ name, profile }) => {
    expect(() => study(mixed, contender(name, profile), 5)).not.toThrow()
  })
})

describe('in a short form of the study', () => {
  const of = (policy: typeof paper) => heldOutFamilies.map((family) => study(family, { policy }, tasks))
  const [lists, before, now, best] = [retryWithLists, paper, measured, oracle].map(of)
  const gain = (one = now, other = lists) =>
    meanOf(heldOutFamilies.map((_, index) => difference(one?.[index]?.solved ?? [], other?.[index]?.solved ?? [])))

  it('the default profile beats retry with lists by ten points in held-out families', () => {
    expect(gain(now, lists).mean).toBeGreaterThan(0.1)
  })

  it('and the paper by five', () => {
    expect(gain(now, before).mean).toBeGreaterThan(0.05)
  })

  it('and who knows the cause beats it', () => {
    expect(gain(best, now).mean).toBeGreaterThan(0.05)
  })

  it.each([
    ['retry', retry],
    ['retry with lists', retryWithLists],
  ])('in worlds that change while the task runs it beats %s by five points', (_, other) => {
    const of = (policy: typeof paper) => changingFamilies.map((family) => study(family, { policy }, tasks))
    const [own, theirs] = [of(measured), of(other)]
    expect(
      meanOf(own.map(({ solved }, index) => difference(solved, theirs[index]?.solved ?? []))).mean,
    ).toBeGreaterThan(0.05)
  })

  it('and is better for being told that the world has changed', () => {
    const [mended] = changingFamilies as [Family]
    const [told, untold] = [measured, blind(measured)].map((policy) => study(mended, { policy }, tasks).solved)
    expect(difference(told ?? [], untold ?? []).mean).toBeGreaterThan(0.1)
  })

  it('Law 2 ends less than one task in a hundred wrongly', () => {
    const results = heldOutFamilies.map((family) => study(family, contender('measured', 'measured'), tasks))
    const wrongly = results.reduce((sum, { lawTwo }) => sum + lawTwo.wrongly, 0)
    expect(wrongly / (tasks * results.length)).toBeLessThan(0.01)
  })
})

describe('an estimate', () => {
  it('has the interval of the normal approximation', () => {
    expect(estimate([0, 1, 0, 1])).toEqual({ mean: 0.5, margin: expect.closeTo(1.96 * Math.sqrt(1 / 3 / 4)) })
  })

  it('of a difference is paired', () => {
    expect(difference([1, 1, 0], [1, 1, 0])).toEqual({ mean: 0, margin: 0 })
  })
})
