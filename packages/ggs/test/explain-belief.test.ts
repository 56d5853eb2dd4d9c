import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bestAction, chanceOf } from '../src/belief/worth.js'
import {
  type BeliefOrder,
  type BeliefProfile,
  type Cause,
  causeNames,
  type Decision,
  explain,
  GgsError,
  initialState,
  isBeliefOrder,
  oddsOf,
  type Profile,
  profiles,
  step,
} from '../src/index.js'
import { moreDrastic } from '../src/terms/directives.js'
import { decidedByBeliefArbitrary } from './arbitraries.js'
import { call, criterion, failing, last, observation, outcome, paper, tenths } from './builders.js'

const denied = { ...call('fetch', 'https://example.org', true), error: 'denied' as const }
const sending = outcome('mail', {
  criteria: [failing({ cause: 'no_access', failureClass: null }), failing({ criterion: 'is short' })],
  calls: [denied],
  replaces: 'mail',
})
const decision = last([observation([sending])])
const second = last([observation([sending]), observation([sending])])
const [order] = decision.orders as readonly BeliefOrder[]
const spent = last([observation([sending], { elapsedMs: 600_000 })])

/** The belief after a part of it moved from one cause to another. */
const shifted = ({ belief }: BeliefOrder, from: Cause, to: Cause, shift: number) => ({
  ...belief,
  [from]: belief[from] - shift,
  [to]: belief[to] + shift,
})

/** The cause that speaks most for the directive of an order. */
const groundOf = ({ belief, tries, directive }: BeliefOrder, profile: BeliefProfile) => {
  const share = (cause: Cause) => belief[cause] * chanceOf(directive, cause, { tries, profile })
  return causeNames.reduce((most, cause) => (share(cause) > share(most) ? cause : most))
}

/** The order whose directive is that of the round. */
const decisiveIn = ({ orders }: Decision) =>
  orders
    .filter(isBeliefOrder)
    .filter(({ directive }) => directive !== 'deliver')
    .reduce((most, one) => (moreDrastic(most.directive, one.directive) === most.directive ? most : one))

describe('the explanation of a belief', () => {
  it('says what was believed, what held, and what was nearest', () => {
    expect(explain(decision)).toMatchObject({ row: null, rule: 'belief' })
    const odds = oddsOf(order?.belief.no_access ?? 0)
    const { changes: [nearest] = [] } = explain(decision).nearest ?? {}
    const { chance = 0 } = order ?? {}
    expect(explain(decision).text).toBe(
      [
        'ask, decided by the belief about the causes; profile causes',
        '  Ω = 0 < θ = 0.8 (margin 0.8)',
        '  replans = 0 < maxReplans = 3 (margin 3)',
        `  chance = ${chance} ≥ worth = 0.13 (margin ${Number((chance - 0.13).toFixed(12))})`,
        `  for mail: ask, ${odds} no_access`,
        `Nearest: change_path, with belief in wrong_target > ${nearest?.limit} instead of ${order?.belief.wrong_target}.`,
      ].join('\n'),
    )
  })

  it.each<[string, Decision, object]>([
    [
      'acceptance',
      last([observation([outcome('a', { criteria: [criterion()] })], { accepted: true })]),
      { rule: 'acceptance', nearest: null },
    ],
    [
      'the budget',
      spent,
      { rule: 'budget', nearest: null, inequalities: [{ quantity: 'Ω', relation: '≥' }, {}, { quantity: 'D' }] },
    ],
    ['the replan limit', last([tenths(5)], { hyperparameters: { maxReplans: 0 } }), { rule: 'replan_limit' }],
    ['a round without an outcome', last([observation([])]), { rule: 'belief', nearest: null }],
  ])('names %s', (_name, given, expected) => {
    expect(explain(given)).toMatchObject(expected)
  })

  it('proves every decision, also one read back from JSON', () => {
    fc.assert(
      fc.property(decidedByBeliefArbitrary, ({ decisions, profile }) => {
        for (const each of decisions) {
          expect(explain(JSON.parse(JSON.stringify(each)), profile)).toEqual(explain(each, profile))
        }
      }),
      { numRuns: 40 },
    )
  })

  it('holds its last comparison where the task goes on: the chance has the worth of a round', () => {
    fc.assert(
      fc.property(decidedByBeliefArbitrary, ({ decisions, profile }) => {
        for (const each of decisions.filter(({ terminal, orders }) => !terminal && orders.length > 0))
          expect(explain(each, profile).inequalities.at(-1)).toMatchObject({ quantity: 'chance', relation: '≥' })
      }),
      { numRuns: 40 },
    )
  })
})

describe('the nearest other directive', () => {
  it('is the best just beyond the limit, and not yet just before it', () => {
    const found = new Set<string>()
    fc.assert(
      fc.property(decidedByBeliefArbitrary, ({ decisions, profile }) => {
        for (const each of decisions) {
          const { nearest } = explain(each, profile)
          const [change] = nearest?.changes ?? []
          if (!nearest || !change) continue
          const decisive = decisiveIn(each)
          const to = change.quantity.replace('belief in ', '') as Cause
          expect(change.from).toBe(decisive.belief[to])
          const given = { tries: decisive.tries, profile }
          const bestAt = (limit: number) =>
            bestAction(shifted(decisive, groundOf(decisive, profile), to, limit - decisive.belief[to]), given).action
          expect(bestAt(change.limit + 2e-6)).toBe(nearest.directive)
          expect(bestAt(Math.max(decisive.belief[to], change.limit - 2e-6))).toBe(decisive.directive)
          found.add(`${decisive.directive} → ${nearest.directive}`)
        }
      }),
    )
    expect(found.size).toBeGreaterThan(8)
  })

  it('is nearer than any other', () => {
    const causeArbitrary = fc.constantFrom(...causeNames)
    fc.assert(
      fc.property(
        decidedByBeliefArbitrary,
        causeArbitrary,
        fc.double({ min: 0, max: 1, noNaN: true }),
        (task, to, share) => {
          const { decisions, profile } = task
          for (const each of decisions.filter(({ terminal, orders }) => !terminal && orders.length > 0)) {
            const decisive = decisiveIn(each)
            const from = groundOf(decisive, profile)
            if (from === to) continue
            const distance = explain(each, profile).nearest?.distance ?? Number.POSITIVE_INFINITY
            const shift = Math.min(share * decisive.belief[from], distance - 2e-6)
            if (shift <= 0) continue
            expect(bestAction(shifted(decisive, from, to, shift), { tries: decisive.tries, profile }).action).toBe(
              decisive.directive,
            )
          }
        },
      ),
    )
  })
})

describe('an edited decision of a belief', () => {
  const edited = (edit: object, of: Decision = decision) => ({ ...of, orders: [{ ...of.orders[0], ...edit }] })
  const [first, ...others] = order?.criteria ?? []
  const criteriaWith = (edit: object) => ({ criteria: [{ ...first, ...edit }, ...others] })
  const raised = (of: BeliefOrder['belief'] | undefined) => ({ ...of, outage: (of?.outage ?? 0) + 0.01 })

  it.each<[string, object]>([
    ['orders[0].belief.outage', edited({ belief: raised(order?.belief) })],
    ['orders[0].chance', edited({ chance: 0.99 })],
    ['orders[0].cause', edited({ cause: 'outage' })],
    ['orders[0].directive', edited({ directive: 'wait' })],
    ['orders[0].evidence.outage', edited({ evidence: raised(order?.evidence) })],
    [
      'orders[0].criteria[0].belief.wrong_tool',
      edited(criteriaWith({ evidence: { ...first?.evidence, wrong_tool: 1 } })),
    ],
    ['orders[0].criteria[0].belief.outage', edited(criteriaWith({ belief: raised(first?.belief) }))],
    ['orders[0].directive', edited({ tries: { ask: 1 } })],
    ['orders[0].directive', edited({ tries: {} }, second)],
    [
      'orders.length',
      { ...decision, orders: last([tenths(5)], { profile: { ...profiles.paper, scope: 'outcome' } }).orders },
    ],
    ['loss.D', { ...last([tenths(3, { elapsedMs: 600_000 })]), orders: [] }],
    ['directive', { ...decision, directive: 'wait' }],
    ['directive', { ...spent, directive: 'success' }],
    ['reason', { ...spent, reason: 'hopeless' }],
    ['reason', { ...decision, reason: 'budget' }],
    ['deliver', { ...decision, deliver: 1 }],
    ['terminal', { ...decision, terminal: true }],
    ['urgency', { ...decision, urgency: 'high' }],
    ['gradient', { ...second, gradient: 0.5 }],
    ['loss.L', { ...decision, loss: { ...decision.loss, L: 0 } }],
    ['blockedTools', { ...decision, blockedTools: ['fetch'] }],
  ])('is refused, naming %s (%#)', (field, forged) => {
    expect(refusalOf(forged)).toEqual({ code: 'inconsistent_decision', field })
  })

  it.each<[string, object]>([
    ['orders', { ...decision, orders: {} }],
    ['orders[0]', { ...decision, orders: [null] }],
    ['orders[0].outcome', edited({ outcome: 7 })],
    ['orders[0].directive', edited({ directive: 'success' })],
    ['orders[0].cause', edited({ cause: '__proto__' })],
    ['orders[0].chance', edited({ chance: Number.NaN })],
    ['orders[0].belief', edited({ belief: null })],
    ['orders[0].belief.outage', edited({ belief: { ...order?.belief, outage: 1.1 } })],
    ['orders[0].evidence.outage', edited({ evidence: { ...order?.evidence, outage: Number.NEGATIVE_INFINITY } })],
    ['orders[0].evidence.outage', edited({ evidence: { ...order?.evidence, outage: null } })],
    ['orders[0].criteria', edited({ criteria: undefined })],
    ['orders[0].criteria[0]', edited({ criteria: [null] })],
    [
      'orders[0].criteria[0].evidence.outage',
      edited(criteriaWith({ evidence: { ...first?.evidence, outage: Number.NaN } })),
    ],
    ['orders[0].tries.ask', edited({ tries: { ask: 0.5 } })],
    ['orders[0].used', edited({ used: null })],
    ['orders[0].used.tools[0]', edited({ used: { tools: [1], targets: [] } })],
    ['orders[0].blockedTools', edited({ blockedTools: 'glob' })],
  ])('is refused as malformed, naming %s (%#)', (field, forged) => {
    expect(refusalOf(forged)).toEqual({ code: 'invalid_input', field })
    const { orders } = forged as Decision
    expect(() => stepWith(orders)).toThrow(expect.objectContaining({ code: 'invalid_state', field }))
  })

  it('is refused under the profile that did not make it', () => {
    expect(refusalOf(decision, profiles.paper)).toEqual({ code: 'inconsistent_decision', field: 'profile' })
    const own = { ...profiles.causes, hit: 9 }
    expect(refusalOf(decision, own)).toEqual({ code: 'inconsistent_decision', field: 'orders[0].chance' })
    expect(refusalOf(last([tenths(5)], paper()), profiles.causes).field).toBe('profile')
  })
})

function refusalOf(decision: object, profile?: Profile): Pick<GgsError, 'code' | 'field'> {
  try {
    explain(decision as Decision, profile)
  } catch (error) {
    if (error instanceof GgsError) return { code: error.code, field: error.field }
    throw error
  }
  throw new Error('nothing was refused')
}

/** A round after one that gave these orders. */
function stepWith(orders: Decision['orders']): unknown {
  const [state] = step(initialState, observation([sending]))
  return step({ ...state, orders }, observation([sending]))
}
