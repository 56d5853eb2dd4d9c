import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { macroStates, type Thresholds } from '../src/index.js'
import { cellOf, cells, macroStateOf, type Point } from './appendix-a.js'
import { hyperparametersArbitrary, unit } from './arbitraries.js'

const inputsArbitrary = fc.record({
  D: unit,
  P: unit,
  Omega: unit,
  gradient: fc.option(fc.double({ min: -1.3, max: 1.3, noNaN: true })),
  failedCalls: fc.nat(2),
})

const byPaper = (inputs: Point, thresholds: Thresholds) => macroStateOf(inputs, thresholds)

describe('the 24 cells of appendix A', () => {
  it('names every combination of the appendix once', () => {
    const points = cells.map(({ cell: _, macroState: __, ...bands }) => JSON.stringify(bands))
    expect(new Set(points).size).toBe(24)
    expect(points).toHaveLength(24)
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

describe('the profile paper', () => {
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
