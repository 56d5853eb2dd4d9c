import { describe, expect, it } from 'vitest'
import { profiles } from '../src/index.js'
import { criterion, failing, last, measured, observation, outcome, paper } from './builders.js'

const passes = (count: number) => Array.from({ length: count }, () => criterion())
const collected = outcome('collect', { criteria: [...passes(7), failing()] })
const unrun = outcome('report', { status: 'failed', promised: 5, undone: true })

describe('what was promised', () => {
  it('counts in full where it was not done', () => {
    expect(last([observation([collected, unrun])]).loss.D).toBeCloseTo(6 / 13)
    expect(last([observation([collected, unrun])], paper()).loss.D).toBeCloseTo(2 / 9)
  })

  it('is no success where a part was not done, however near the rest is', () => {
    const near = observation([outcome('collect', { criteria: passes(20) }), { ...unrun, promised: 1 }], {
      elapsedMs: 600_000,
    })
    expect(last([near], measured())).toMatchObject({ directive: 'abandon', reason: 'budget' })
    expect(last([near])).toMatchObject({ directive: 'deliver', reason: 'budget' })
    expect(last([near]).loss.D).toBeLessThan(0.2)
  })

  it('counts as met where it stands from earlier rounds: with nothing changed D stays as it was', () => {
    const first = observation([
      outcome('a', { criteria: passes(6) }),
      outcome('b', { criteria: [failing(), ...passes(2)] }),
    ])
    const second = observation([outcome('b2', { criteria: [failing(), ...passes(2)], replaces: 'b' })], { met: 6 })
    const [before, after] = [last([first]), last([first, second])]
    expect(after.loss.D).toBeCloseTo(before.loss.D)
    expect(last([first, second, second])).toMatchObject({ worseningBefore: 0 })
    expect(last([second], paper()).loss.D).toBeCloseTo(1 / 3)
  })

  it('is the rule of every profile but the paper’s', () => {
    expect(profiles).toMatchObject({ paper: { counts: 'round' }, causes: { counts: 'promise' } })
  })
})
