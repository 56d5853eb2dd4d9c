import { describe, expect, it } from 'vitest'
import { confidenceOf } from '../../src/evidence/evidence.js'
import type { SessionEvent } from '../../src/protocol/log-event.js'
import type { Reference } from '../../src/protocol/report.js'
import type { Claim } from '../../src/protocol/state.js'
import { answers, opened, output, stateOf } from '../support/session.js'

const check = { name: 'prime', arguments: {} }
const checked = (agent: number, holds: boolean | null, given: Partial<Reference> = {}): SessionEvent => ({
  ...{ type: 'checked', agent, holds, evidence: '91 = 7 · 13' },
  reference: { type: 'SUPPORTS', claim: 'c1', evidence: null, factor: null, check, ...given },
})
const named = (agent: number, given: Partial<Reference> = {}) =>
  output(agent, { confidence: 0.9, references: [{ claim: 'c1', check, ...given }] })
const own = output(1, { answer: '91 is prime', confidence: 0.9, check })
const first = (...events: readonly SessionEvent[]) => stateOf(opened(), ...events).claims[0] as Claim
const contrary = { type: 'CONTRADICTS' } as const

describe('a check that an agent names', () => {
  it('says nothing before code has run it', () => {
    const silent = { supporters: [{ agent: 1 }], opponents: [], factors: [], status: 'active' }
    expect(first(answers(1, 'A'), named(30, { ...contrary, factor: 0 }))).toMatchObject(silent)
  })

  it('refutes a claim for good, whoever holds it then', () => {
    const state = stateOf(
      opened(),
      answers(1, 'A'),
      named(30, contrary),
      checked(30, true, contrary),
      answers(2, 'A', 1),
    )
    const [claim] = state.claims as [Claim]
    expect(claim).toMatchObject({ status: 'rejected', basis: 'agent 30: 91 = 7 · 13', opponents: [30] })
    expect(confidenceOf(claim, state)).toBe(0)
  })

  it('counts as a factor and not as one more voice, and takes nothing off whatever its agent thought before', () => {
    const after = first(answers(1, 'A'), named(30, { factor: 0.5 }), checked(30, true, { factor: 0.5 }))
    const factor = { kind: 'check', family: 'code', value: 1, evidence: '91 = 7 · 13' }
    expect(after).toMatchObject({ supporters: [{ agent: 1 }], factors: [factor] })
  })

  it('makes void what was said when it fails, and leaves the word of its agent when it can not be run', () => {
    const events = [answers(1, 'A'), named(30, { ...contrary, factor: 0.6 })]
    expect(first(...events, checked(30, false, contrary))).toEqual(first(...events))
    const left = first(...events, checked(30, null, { ...contrary, factor: 0.6 }))
    expect(left).toMatchObject({ factors: [{ kind: 'verification', value: 0.6 }], opponents: [30], status: 'active' })
  })
})

it('an explorer’s check of its own answer shows it, or withdraws its voice and no other', () => {
  expect(first(own, checked(1, true))).toMatchObject({ supporters: [{ agent: 1 }], factors: [{ value: 1.5 }] })
  expect(first(own, answers(2, '91 is prime'), checked(1, false)).supporters).toMatchObject([{ agent: 2 }])
  expect(first(own, checked(1, null)).supporters).toMatchObject([{ agent: 1 }])
  expect(first(own, named(30), checked(30, false)).supporters).toMatchObject([{ agent: 1 }])
})
