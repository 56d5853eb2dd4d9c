import { describe, expect, it } from 'vitest'
import { type Decision, explain, GgsError } from '../src/index.js'
import { call, last, measured, paper, tenths } from './builders.js'
import { measuredTable } from './measured-table.js'

describe('an edited decision of a table', () => {
  const decision = last([tenths(5)], paper())
  const second = last([tenths(9), tenths(5, { calls: [call('glob', 'x', true)] })], measured())
  const settled = last([tenths(2), tenths(5, { elapsedMs: 600_000 })], measured())
  const edited = (edit: object) => ({ ...second, orders: [{ ...second.orders[0], ...edit }] })

  it.each<[string, object]>([
    ['directive', { ...decision, directive: 'success' }],
    ['reason', { ...decision, reason: 'budget' }],
    ['terminal', { ...decision, terminal: true }],
    ['urgency', { ...decision, urgency: 'high' }],
    ['deliver', { ...settled, deliver: 2 }],
    ['deliver', { ...settled, best: { round: 1, D: 0.9 }, directive: 'abandon', reason: 'budget' }],
    ['directive', { ...settled, best: { round: 1, D: 0.9 } }],
    ['loss.L', { ...decision, loss: { ...decision.loss, L: 0.4 } }],
    ['loss.betaEffective', { ...decision, loss: { ...decision.loss, betaEffective: 0 } }],
    ['gradient', { ...decision, gradient: 0.3 }],
    ['gradient', { ...second, previousLevel: 0.9 }],
    ['directive', { ...decision, loss: { ...decision.loss, D: 0.2, L: 0.12 } }],
    ['orders.length', { ...decision, orders: second.orders }],
    ['loss.D', { ...second, orders: [], directive: 'refine' }],
    ['blockedTools', { ...second, blockedTools: ['shell'] }],
    ['failedCalls', { ...second, failedCalls: 2 }],
    ['orders[0].gap', edited({ gap: 0.5 })],
    ['orders[0].gap', edited({ D: 0.9 })],
    ['orders[0].gap', edited({ P: 0.1 })],
    ['orders[0].directive', edited({ directive: 'refine' })],
    ['orders[0].directive', edited({ failedCalls: 0 })],
    ['blockedTools', edited({ blockedTools: ['glob'] })],
    ['failedCalls', edited({ failedCalls: 2 })],
  ])('is refused, naming %s (%#)', (field, forged) => {
    expect(refusalOf(forged)).toEqual({ code: 'inconsistent_decision', field })
  })

  it.each<[string, object]>([
    ['round', { ...decision, round: 0 }],
    ['replans', { ...decision, replans: Number.NaN }],
    ['replans', { ...decision, replans: 1 }],
    ['worseningBefore', { ...decision, worseningBefore: 1 }],
    ['failedCalls', { ...decision, failedCalls: -1 }],
    ['previousLevel', { ...decision, previousLevel: 0.4 }],
    ['previousLevel', { ...second, previousLevel: null }],
    ['best', { ...decision, best: { round: 1, D: 0.5 } }],
    ['best', { ...second, best: undefined }],
    ['best.round', { ...second, best: { round: 2, D: 0.5 } }],
    ['best.D', { ...second, best: { round: 1, D: 2 } }],
    ['orders', { ...second, orders: null }],
    ['orders[0].gradient', edited({ gradient: 'low' })],
  ])('is refused as malformed, naming %s (%#)', (field, forged) => {
    expect(refusalOf(forged)).toEqual({ code: 'invalid_input', field })
  })
})

function refusalOf(decision: object): Pick<GgsError, 'code' | 'field'> {
  try {
    explain(decision as Decision, 'profile' in decision && decision.profile === 'measured' ? measuredTable : undefined)
  } catch (error) {
    if (error instanceof GgsError) return { code: error.code, field: error.field }
    throw error
  }
  throw new Error('nothing was refused')
}
