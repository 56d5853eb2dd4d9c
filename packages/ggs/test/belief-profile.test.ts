import { describe, expect, it } from 'vitest'
import { bestAction } from '../src/belief/worth.js'
import { type BeliefProfile, explain, GgsError, type Profile, profiles, replay } from '../src/index.js'
import { failing, last, observation, outcome, tenths } from './builders.js'

const { causes } = profiles

function refusalOf(profile: unknown): Pick<GgsError, 'code' | 'field' | 'message'> {
  try {
    replay([], { profile: profile as Profile })
  } catch (error) {
    if (error instanceof GgsError) return { code: error.code, field: error.field, message: error.message }
    throw error
  }
  throw new Error('nothing was refused')
}

/** Two chances of a row, changed by so much that the sum stays. */
const moved = <R extends Readonly<Record<string, number>>>(row: R, from: keyof R, to: keyof R, share: number): R => ({
  ...row,
  [from]: (row[from] ?? 0) - share,
  [to]: (row[to] ?? 0) + share,
})

describe("a belief profile of one's own", () => {
  const sure: BeliefProfile = { ...causes, name: 'sure', prior: moved(causes.prior, 'wrong_tool', 'outage', 0.1) }
  const round = observation([outcome('a', { criteria: [failing({ cause: 'outage' })] })])

  it('decides by its own chances, and is explained when it is given', () => {
    const decision = last([round], { profile: sure })
    expect(decision.profile).toBe('sure')
    const believed = ({ orders }: typeof decision) => orders.map((order) => 'belief' in order && order.belief.outage)
    expect(believed(decision)).not.toEqual(believed(last([round])))
    expect(explain(decision, sure).text).toContain('profile sure')
    expect(() => explain(decision)).toThrow("one of causes, paper, or a profile of your own, but is 'sure'")
  })

  it('may be as sure as numbers allow', () => {
    const { no_access: dropped, ...row } = causes.judge.outage
    const nearlyMute = { ...row, outage: row.outage + dropped }
    const extreme: BeliefProfile = {
      ...causes,
      name: 'extreme',
      judge: { ...causes.judge, outage: { ...nearlyMute, no_access: Number.MIN_VALUE } },
      logical: { ...causes.logical, outage: Number.MIN_VALUE, wrong_tool: 1 - Number.EPSILON },
      ...{ hit: 1_000, miss: 1e-6, luck: 0, memory: 1, worth: 0 },
    }
    const named = { ...round, outcomes: [outcome('a', { criteria: [failing({ cause: 'no_access' })], replaces: 'a' })] }
    const classed = tenths(5, { failureClass: 'logical' })
    const decisions = replay([named, named, classed, named], { profile: extreme })
    expect(JSON.parse(JSON.stringify(decisions))).toEqual(decisions)
    for (const decision of decisions) expect(() => explain(decision, extreme)).not.toThrow()
  })
})

describe('the chance of a directive', () => {
  it('is never above 1, though rounded beliefs may sum to more', () => {
    const profile = { ...causes, luck: 1 - 1e-9, hit: 1_000, miss: 1e-6 }
    const belief = { ...causes.prior, unknown: 0, outage: causes.prior.outage + causes.prior.unknown + 1e-6 }
    expect(bestAction(belief, { tries: {}, profile }).chance).toBe(1)
  })
})

describe('a malformed belief profile', () => {
  const without = (name: string) => Object.fromEntries(Object.entries(causes).filter(([key]) => key !== name))
  const signs = (group: 'call' | 'change', edit: object) => ({
    signs: { ...causes.signs, [group]: { ...causes.signs[group], outage: edit } },
  })
  const { outage: _left, ...incomplete } = causes.prior

  it.each<[string, unknown]>([
    ['profile', { ...causes, slope: 'loss' }],
    ['profile.name', without('name')],
    ['profile.counts', { ...causes, counts: 'all' }],
    ['profile.targetsFor', without('targetsFor')],
    ['profile.refusals', { ...causes, refusals: 'never' }],
    ['profile.prior', { ...causes, prior: null }],
    ['profile.prior.outage', { ...causes, prior: incomplete }],
    ['profile.prior.outage', { ...causes, prior: { ...causes.prior, outage: Number.NaN } }],
    ['profile.prior.outage', { ...causes, prior: moved(causes.prior, 'outage', 'unknown', causes.prior.outage) }],
    ['profile.prior', { ...causes, prior: { ...causes.prior, outage: 0.5 } }],
    ['profile.judge', without('judge')],
    ['profile.judge.outage.wrong_tool', { ...causes, judge: { ...causes.judge, outage: undefined } }],
    [
      'profile.judge.outage.outage',
      { ...causes, judge: { ...causes.judge, outage: { ...causes.judge.outage, outage: 0 } } },
    ],
    [
      'profile.judge.outage',
      { ...causes, judge: { ...causes.judge, outage: { ...causes.judge.outage, outage: 0.1 } } },
    ],
    ['profile.logical', without('logical')],
    ['profile.logical.outage', { ...causes, logical: { ...causes.logical, outage: 0 } }],
    ['profile.logical.outage', { ...causes, logical: { ...causes.logical, outage: 1 } }],
    ['profile.signs', without('signs')],
    ['profile.signs.change', { ...causes, signs: { call: causes.signs.call } }],
    [
      'profile.signs.call.outage.denied',
      { ...causes, ...signs('call', { ...causes.signs.call.outage, denied: undefined }) },
    ],
    ['profile.signs.call.outage', { ...causes, ...signs('call', { ...causes.signs.call.outage, denied: 0.5 }) }],
    ['profile.signs.change.outage.unchanged', { ...causes, ...signs('change', { changed: 1, unchanged: 0 }) }],
    ['profile.memory', { ...causes, memory: 1.1 }],
    ['profile.memory', without('memory')],
    ['profile.hit', { ...causes, hit: 0 }],
    ['profile.miss', { ...causes, miss: 1e-18 }],
    ['profile.miss', { ...causes, miss: Number.POSITIVE_INFINITY }],
    ['profile.luck', { ...causes, luck: 1 }],
    ['profile.worth', { ...causes, worth: -0.1 }],
    ['profile.unknown', without('unknown')],
    ['profile.unknown.deliver', { ...causes, unknown: { ...causes.unknown, deliver: undefined } }],
    ['profile.unknown.refine', { ...causes, unknown: { ...causes.unknown, refine: 1 } }],
    ['profile.cost', { ...causes, cost: [] }],
    ['profile.cost.ask', { ...causes, cost: { ...causes.cost, ask: 0 } }],
  ])('%s is named (%#)', (field, profile) => {
    expect(refusalOf(profile)).toMatchObject({ code: 'invalid_profile', field })
  })

  it('is told what a row sums to', () => {
    const profile = { ...causes, prior: { ...causes.prior, outage: 0.58 } }
    expect(refusalOf(profile).message).toMatch(/^profile.prior must be chances that sum to 1, but is 1.5/)
  })
})
