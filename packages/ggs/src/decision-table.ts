import { gradientBand, implausibilityBand } from './bands.js'
import { type DecisionInputs, validateDecisionInputs } from './cascade.js'
import { defaultHyperparameters, type Thresholds, validateThresholds } from './hyperparameters.js'
import type { MacroState } from './macro-state.js'

/** One row of the paper's appendix A. */
export interface DecisionCell {
  /** The paper's number, 1 to 24. */
  readonly cell: number
  /** ∇L ≤ −ε, |∇L| < ε, or ∇L ≥ ε. */
  readonly gradient: 'falling' | 'flat' | 'rising'
  /** D ≤ δ or D > δ. */
  readonly distance: 'near' | 'far'
  /** P ≤ ρ or P > ρ. */
  readonly implausibility: 'environmental' | 'logical'
  /** Ω < θ or Ω ≥ θ. */
  readonly cost: 'affordable' | 'exhausted'
  readonly macroState: MacroState
}

type Row = readonly [
  cell: number,
  gradient: DecisionCell['gradient'],
  distance: DecisionCell['distance'],
  implausibility: DecisionCell['implausibility'],
  cost: DecisionCell['cost'],
  macroState: MacroState,
]

const rows: readonly Row[] = [
  [1, 'falling', 'near', 'environmental', 'affordable', 'success'],
  [2, 'falling', 'near', 'logical', 'affordable', 'success'],
  [3, 'falling', 'near', 'environmental', 'exhausted', 'abandon'],
  [4, 'falling', 'near', 'logical', 'exhausted', 'abandon'],
  [5, 'falling', 'far', 'environmental', 'affordable', 'refine'],
  [6, 'falling', 'far', 'logical', 'affordable', 'change_approach'],
  [7, 'falling', 'far', 'environmental', 'exhausted', 'abandon'],
  [8, 'falling', 'far', 'logical', 'exhausted', 'abandon'],
  [9, 'flat', 'near', 'environmental', 'affordable', 'success'],
  [10, 'flat', 'near', 'logical', 'affordable', 'success'],
  [11, 'flat', 'near', 'environmental', 'exhausted', 'abandon'],
  [12, 'flat', 'near', 'logical', 'exhausted', 'abandon'],
  [13, 'flat', 'far', 'environmental', 'affordable', 'change_path'],
  [14, 'flat', 'far', 'logical', 'affordable', 'break_symmetry'],
  [15, 'flat', 'far', 'environmental', 'exhausted', 'abandon'],
  [16, 'flat', 'far', 'logical', 'exhausted', 'abandon'],
  [17, 'rising', 'near', 'environmental', 'affordable', 'success'],
  [18, 'rising', 'near', 'logical', 'affordable', 'success'],
  [19, 'rising', 'near', 'environmental', 'exhausted', 'abandon'],
  [20, 'rising', 'near', 'logical', 'exhausted', 'abandon'],
  [21, 'rising', 'far', 'environmental', 'affordable', 'refine'],
  [22, 'rising', 'far', 'logical', 'affordable', 'change_approach'],
  [23, 'rising', 'far', 'environmental', 'exhausted', 'abandon'],
  [24, 'rising', 'far', 'logical', 'exhausted', 'abandon'],
]

/** The paper's 24 cells (appendix A) as data. */
export const decisionTable: readonly DecisionCell[] = Object.freeze(
  rows.map(([cell, gradient, distance, implausibility, cost, macroState]) =>
    Object.freeze({ cell, gradient, distance, implausibility, cost, macroState }),
  ),
)

/**
 * The one of the 24 cells in which `inputs` lie; a first round, which has no gradient, lies in the flat third.
 *
 * @throws GgsError `invalid_input` or `invalid_hyperparameter` naming the field that is out of range.
 */
export function cellOf(inputs: DecisionInputs, thresholds: Thresholds = defaultHyperparameters): DecisionCell {
  validateDecisionInputs(inputs)
  validateThresholds(thresholds)
  const gradient = gradientBand(inputs.gradient ?? 0, thresholds)
  const distance = inputs.D > thresholds.delta ? 'far' : 'near'
  const implausibility = implausibilityBand(inputs.P, thresholds)
  const cost = inputs.Omega < thresholds.theta ? 'affordable' : 'exhausted'
  const found = decisionTable.find(
    (row) =>
      row.gradient === gradient &&
      row.distance === distance &&
      row.implausibility === implausibility &&
      row.cost === cost,
  )
  if (found === undefined) throw new RangeError(`no cell for ${gradient}, ${distance}, ${implausibility}, ${cost}`)
  return found
}
