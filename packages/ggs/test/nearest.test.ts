import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Counterfactual, type Decision, explain, type Hyperparameters, profiles, replay } from '../src/index.js'
import { hyperparametersArbitrary, soloTaskArbitrary, tenthsTaskArbitrary, unit } from './arbitraries.js'
import { call, criterion, failing, last, measured, observation, outcome, paper, tenths } from './builders.js'
import { measuredTable } from './measured-table.js'
import { type Point, spec } from './spec.js'

const tables = { paper: profiles.paper, measured: measuredTable }
const profile = fc.constantFrom('paper' as const, 'measured' as const)
const explained = (decision: Decision) => explain(decision, tables[decision.profile as keyof typeof tables])
const task = fc.oneof(soloTaskArbitrary, tenthsTaskArbitrary)
const hair = 1e-12

function pointOf({ loss, previousLevel, gradient, best, ...rest }: Decision): Point {
  return { ...rest, ...loss, gradient: previousLevel === null ? null : gradient, bestBefore: best?.D ?? null }
}

/** The point that meets each change as closely as can be. */
function moved(point: Point, changes: readonly Counterfactual[]): Point {
  const names: Readonly<Partial<Record<Counterfactual['quantity'], keyof Point>>> = {
    ...{ D: 'D', P: 'P', Ω: 'Omega', '∇': 'gradient' },
  }
  const beyond = { '<': -hair, '≤': 0, '≥': 0, '>': hair }
  const values = changes.map(({ quantity, relation, limit }) => [names[quantity], limit + beyond[relation]])
  return { ...point, ...Object.fromEntries(values) }
}

const stay = { arbitrary: fc.constant('stay' as const), weight: 4 }

/** Where to try next on every axis: to stay, right beside a threshold, or anywhere. */
const whereArbitrary = fc.record({
  D: fc.oneof(stay, fc.constantFrom('delta' as const, 'mu' as const), unit),
  P: fc.oneof(stay, fc.constant('rho' as const), unit),
  Omega: fc.oneof(stay, fc.constant('theta' as const), unit),
  gradient: fc.oneof(stay, fc.constant('epsilon' as const), fc.double({ min: -1, max: 1, noNaN: true })),
  sign: fc.constantFrom(-1, 1),
  side: fc.constantFrom(-1e-9, 0, 1e-9),
})

type Where = typeof whereArbitrary extends fc.Arbitrary<infer W> ? W : never

function tried(point: Point, gains: Hyperparameters, { sign, side, ...axes }: Where): Point {
  const valueAt = (axis: keyof typeof axes, factor: number): number => {
    const where = axes[axis]
    if (where === 'stay') return point[axis] ?? 0
    return typeof where === 'number' ? where : factor * gains[where] + side
  }
  const share = (axis: 'D' | 'P' | 'Omega') => Math.min(1, Math.max(axis === 'D' ? hair : 0, valueAt(axis, 1)))
  const gradient = point.gradient === null ? null : valueAt('gradient', sign)
  return { ...point, D: share('D'), P: share('P'), Omega: share('Omega'), gradient }
}

function distance(one: Point, other: Point): number {
  const slope = Math.abs((one.gradient ?? 0) - (other.gradient ?? 0))
  return Math.abs(one.D - other.D) + Math.abs(one.P - other.P) + Math.abs(one.Omega - other.Omega) + slope
}

describe('one outcome a round', () => {
  it('is decided as the order of verdicts says, in both tables', () => {
    fc.assert(
      fc.property(task, hyperparametersArbitrary, profile, (observations, hyperparameters, name) => {
        for (const decision of replay(observations, { hyperparameters, profile: tables[name] })) {
          if (decision.directive === 'accept') continue
          expect(decision.directive).toBe(spec[name](pointOf(decision), hyperparameters))
        }
      }),
      { numRuns: 200 },
    )
  })

  it('has a nearest other directive, which its changes do bring', () => {
    const brought = new Set<string>()
    fc.assert(
      fc.property(task, hyperparametersArbitrary, profile, (observations, hyperparameters, name) => {
        for (const decision of replay(observations, { hyperparameters, profile: tables[name] })) {
          const { nearest } = explained(decision)
          if (nearest === null) continue
          const other = moved(pointOf(decision), nearest.changes)
          expect(spec[name](other, hyperparameters)).toBe(nearest.directive)
          expect(nearest.directive).not.toBe(decision.directive)
          expect(distance(pointOf(decision), other)).toBeCloseTo(nearest.distance, 9)
          brought.add(`${name} ${decision.directive} → ${nearest.directive}`)
        }
      }),
      { numRuns: 200 },
    )
    expect(brought.size).toBeGreaterThan(20)
  })

  it('has no other directive nearer than that', () => {
    fc.assert(
      fc.property(task, hyperparametersArbitrary, profile, whereArbitrary, (observations, gains, name, where) => {
        for (const decision of replay(observations, { hyperparameters: gains, profile: tables[name] })) {
          if (decision.directive === 'accept') continue
          const point = pointOf(decision)
          const other = tried(point, gains, where)
          if (spec[name](other, gains) === decision.directive) continue
          const { nearest } = explained(decision)
          expect(nearest?.distance ?? Number.POSITIVE_INFINITY).toBeLessThanOrEqual(distance(point, other) + 1e-9)
        }
      }),
      { numRuns: 400 },
    )
  })

  it('does not move the gradient of a first round', () => {
    expect(explained(last([tenths(7)], paper())).nearest).toEqual({
      directive: 'success',
      changes: [{ quantity: 'D', from: 0.7, relation: '≤', limit: 0.3 }],
      distance: 0.4,
    })
    expect(explained(last([tenths(7), tenths(7)], paper())).nearest?.changes).toMatchObject([{ quantity: '∇' }])
  })
})

describe('several outcomes in a round', () => {
  it('move apart: Law 2 has the slope of the round, also when the outcome has none', () => {
    const anew = (failures: number) =>
      observation([{ ...(tenths(failures).outcomes[0] ?? outcome('')), id: `${failures}`, replaces: null }])
    expect(explained(last([anew(4), anew(7), anew(10)], measured())).nearest).toMatchObject({
      directive: 'refine',
      changes: [{ quantity: '∇', from: 0.18, relation: '≤', limit: 0.1 }],
    })
  })

  it('move apart: at the end the distance is that of the round', () => {
    const round = observation([
      outcome('a', { criteria: [failing()] }),
      outcome('b', { criteria: [failing()] }),
      outcome('c'),
    ])
    expect(explained(last([round], measured({ maxReplans: 0 }))).nearest).toMatchObject({
      directive: 'success',
      changes: [{ quantity: 'D', from: 0.666666666667, relation: '≤', limit: 0.3 }],
    })
  })

  it('move apart: an action changes with the distance of its own outcome', () => {
    const criteria = Array.from({ length: 5 }, (_, index) =>
      index < 3 ? failing({ failureClass: 'logical' }) : criterion(),
    )
    expect(
      explained(last([observation([outcome('a', { criteria }), outcome('b')])], measured())).nearest,
    ).toMatchObject({
      directive: 'refine',
      changes: [{ quantity: 'D', from: 0.6, relation: '≤', limit: 0.5 }],
    })
  })

  it('are outvoted by the next order when the decisive one no longer decides', () => {
    const round = observation([
      outcome('a', { criteria: [failing({ failureClass: 'logical' })] }),
      outcome('b', { criteria: [failing()], calls: [call('glob', 'x', true)] }),
    ])
    expect(explained(last([round], measured())).nearest).toMatchObject({
      directive: 'change_path',
      changes: [{ quantity: 'P', from: 1, relation: '≤', limit: 0.5 }],
    })
    const alike = ['a', 'b'].map((id) => outcome(id, { criteria: [failing()], calls: [call('glob', id, true)] }))
    expect(explained(last([observation(alike)], measured())).nearest).toMatchObject({ directive: 'abandon' })
  })
})
