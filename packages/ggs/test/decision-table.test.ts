import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  cellOf,
  type DecisionCell,
  type DecisionInputs,
  decide,
  decisionTable,
  macroStates,
  type Thresholds,
} from '../src/index.js'
import { hyperparametersArbitrary, unit } from './arbitraries.js'

/** Appendix A of the paper, as printed: ∇L, D, P, Ω, macro-state. */
const appendixA = `
1 | < −ε | ≤ δ | ≤ ρ | < θ | success
2 | < −ε | ≤ δ | > ρ | < θ | success
3 | < −ε | ≤ δ | ≤ ρ | ≥ θ | abandon
4 | < −ε | ≤ δ | > ρ | ≥ θ | abandon
5 | < −ε | > δ | ≤ ρ | < θ | refine
6 | < −ε | > δ | > ρ | < θ | change_approach
7 | < −ε | > δ | ≤ ρ | ≥ θ | abandon
8 | < −ε | > δ | > ρ | ≥ θ | abandon
9 | < ε | ≤ δ | ≤ ρ | < θ | success
10 | < ε | ≤ δ | > ρ | < θ | success
11 | < ε | ≤ δ | ≤ ρ | ≥ θ | abandon
12 | < ε | ≤ δ | > ρ | ≥ θ | abandon
13 | < ε | > δ | ≤ ρ | < θ | change_path
14 | < ε | > δ | > ρ | < θ | break_symmetry
15 | < ε | > δ | ≤ ρ | ≥ θ | abandon
16 | < ε | > δ | > ρ | ≥ θ | abandon
17 | > ε | ≤ δ | ≤ ρ | < θ | success
18 | > ε | ≤ δ | > ρ | < θ | success
19 | > ε | ≤ δ | ≤ ρ | ≥ θ | abandon
20 | > ε | ≤ δ | > ρ | ≥ θ | abandon
21 | > ε | > δ | ≤ ρ | < θ | refine
22 | > ε | > δ | > ρ | < θ | change_approach
23 | > ε | > δ | ≤ ρ | ≥ θ | abandon
24 | > ε | > δ | > ρ | ≥ θ | abandon`

const signs = {
  gradient: { falling: '< −ε', flat: '< ε', rising: '> ε' },
  distance: { near: '≤ δ', far: '> δ' },
  implausibility: { environmental: '≤ ρ', logical: '> ρ' },
  cost: { affordable: '< θ', exhausted: '≥ θ' },
} as const

function printed(row: DecisionCell): string {
  const { cell, gradient, distance, implausibility, cost, macroState } = row
  return [
    cell,
    signs.gradient[gradient],
    signs.distance[distance],
    signs.implausibility[implausibility],
    signs.cost[cost],
    macroState,
  ].join(' | ')
}

const inputsArbitrary = fc.record({
  D: unit,
  P: unit,
  Omega: unit,
  gradient: fc.option(fc.double({ min: -1.3, max: 1.3, noNaN: true })),
  failedCalls: fc.nat(2),
})

const byPaper = (inputs: DecisionInputs, thresholds: Thresholds) => decide(inputs, thresholds, 'paper')

describe('the decision table', () => {
  it("is the paper's appendix A", () => {
    expect(decisionTable.map(printed)).toEqual(appendixA.trim().split('\n'))
  })

  it("agrees with the paper's six rows everywhere, under any thresholds", () => {
    fc.assert(
      fc.property(inputsArbitrary, hyperparametersArbitrary, (inputs, thresholds) => {
        expect(cellOf(inputs, thresholds).macroState).toBe(byPaper(inputs, thresholds))
      }),
      { numRuns: 500 },
    )
  })

  it("agrees with the paper's six rows exactly on the thresholds, under any thresholds", () => {
    const onThresholds = hyperparametersArbitrary.chain((thresholds) =>
      fc.record({
        thresholds: fc.constant(thresholds),
        D: fc.constantFrom(0, thresholds.delta, thresholds.mu, 1),
        P: fc.constantFrom(0, thresholds.rho, 1),
        Omega: fc.constantFrom(0, thresholds.theta, 1),
        gradient: fc.constantFrom(null, 0, thresholds.epsilon, -thresholds.epsilon),
      }),
    )
    fc.assert(
      fc.property(onThresholds, ({ thresholds, ...inputs }) => {
        expect(cellOf(inputs, thresholds).macroState).toBe(byPaper(inputs, thresholds))
      }),
      { numRuns: 500 },
    )
  })
})

describe('the cascade of the paper', () => {
  it("meets exactly one of the six conditions of the paper's section 5.3", () => {
    fc.assert(
      fc.property(inputsArbitrary, hyperparametersArbitrary, (inputs, thresholds) => {
        const open = inputs.Omega < thresholds.theta && inputs.D > thresholds.delta
        const signal = Math.abs(inputs.gradient ?? 0) >= thresholds.epsilon
        const logical = inputs.P > thresholds.rho
        const conditions = {
          abandon: inputs.Omega >= thresholds.theta,
          success: inputs.Omega < thresholds.theta && inputs.D <= thresholds.delta,
          break_symmetry: open && !signal && logical,
          change_approach: open && signal && logical,
          change_path: open && !signal && !logical,
          refine: open && signal && !logical,
        }
        const met = macroStates.filter((state) => conditions[state])
        expect(met).toEqual([byPaper(inputs, thresholds)])
      }),
    )
  })

  it('is not moved by the sign of the gradient', () => {
    fc.assert(
      fc.property(inputsArbitrary, hyperparametersArbitrary, (inputs, thresholds) => {
        const turned = { ...inputs, gradient: inputs.gradient === null ? null : -inputs.gradient }
        expect(byPaper(turned, thresholds)).toBe(byPaper(inputs, thresholds))
      }),
    )
  })
})
