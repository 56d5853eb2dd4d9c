import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cellOf, type DecisionCell, decide, decisionTable, defaultHyperparameters, macroStates } from '../src/index.js'
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

const { epsilon, delta, rho, theta } = defaultHyperparameters
const hair = 1e-12

/** Values inside each band, its boundaries included. */
const samples = {
  gradient: {
    falling: [-1, -epsilon - hair, -epsilon],
    flat: [-epsilon + hair, 0, epsilon - hair],
    rising: [epsilon, epsilon + hair, 1],
  },
  distance: { near: [0, delta - hair, delta], far: [delta + hair, 1] },
  implausibility: { environmental: [0, rho - hair, rho], logical: [rho + hair, 1] },
  cost: { affordable: [0, theta - hair], exhausted: [theta, theta + hair, 1] },
} as const

function* inputsOf(row: DecisionCell) {
  for (const gradient of samples.gradient[row.gradient]) {
    for (const D of samples.distance[row.distance]) {
      for (const P of samples.implausibility[row.implausibility]) {
        for (const Omega of samples.cost[row.cost]) yield { gradient, D, P, Omega }
      }
    }
  }
}

const inputsArbitrary = fc.record({
  D: unit,
  P: unit,
  Omega: unit,
  gradient: fc.double({ min: -1.3, max: 1.3, noNaN: true }),
})

describe('the decision table', () => {
  it("is the paper's appendix A", () => {
    expect(decisionTable.map(printed)).toEqual(appendixA.trim().split('\n'))
  })

  it.each(decisionTable)('cell $cell is what the cascade decides, at every boundary', (row) => {
    for (const inputs of inputsOf(row)) {
      expect(cellOf(inputs), JSON.stringify(inputs)).toBe(row)
      expect(decide(inputs), JSON.stringify(inputs)).toBe(row.macroState)
    }
  })

  it('agrees with the cascade everywhere, under any thresholds', () => {
    fc.assert(
      fc.property(inputsArbitrary, hyperparametersArbitrary, (inputs, thresholds) => {
        expect(cellOf(inputs, thresholds).macroState).toBe(decide(inputs, thresholds))
      }),
    )
  })

  it('agrees with the cascade exactly on the thresholds, under any thresholds', () => {
    const onThresholds = hyperparametersArbitrary.chain((thresholds) =>
      fc.record({
        thresholds: fc.constant(thresholds),
        D: fc.constantFrom(0, thresholds.delta, 1),
        P: fc.constantFrom(0, thresholds.rho, 1),
        Omega: fc.constantFrom(0, thresholds.theta, 1),
        gradient: fc.constantFrom(0, thresholds.epsilon, -thresholds.epsilon),
      }),
    )
    fc.assert(
      fc.property(onThresholds, ({ thresholds, ...inputs }) => {
        expect(cellOf(inputs, thresholds).macroState).toBe(decide(inputs, thresholds))
      }),
    )
  })
})

describe('the cascade', () => {
  it("meets exactly one of the six conditions of the paper's section 5.3", () => {
    fc.assert(
      fc.property(inputsArbitrary, hyperparametersArbitrary, (inputs, thresholds) => {
        const open = inputs.Omega < thresholds.theta && inputs.D > thresholds.delta
        const signal = Math.abs(inputs.gradient) >= thresholds.epsilon
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
        expect(met).toEqual([decide(inputs, thresholds)])
      }),
    )
  })

  it('is not moved by the sign of the gradient', () => {
    fc.assert(
      fc.property(inputsArbitrary, (inputs) => {
        expect(decide({ ...inputs, gradient: -inputs.gradient })).toBe(decide(inputs))
      }),
    )
  })
})
