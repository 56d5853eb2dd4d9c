import { type Band, type MacroState, profiles, type TableProfile, type Thresholds } from '../src/index.js'
import { gradientBand, implausibilityBand } from '../src/profile/bands.js'
import { rowAt } from '../src/profile/decision-table.js'
import { bandsOf, type Situation } from '../src/profile/situation.js'

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

const gradients = { '< −ε': 'falling', '< ε': 'flat', '> ε': 'rising' } as const
const distances = { '≤ δ': 'near', '> δ': 'far' } as const
const implausibilities = { '≤ ρ': 'environmental', '> ρ': 'logical' } as const
const costs = { '< θ': 'affordable', '≥ θ': 'exhausted' } as const

export interface Cell {
  /** The paper's number, 1 to 24. */
  readonly cell: number
  readonly gradient: Exclude<Band<'gradient'>, 'none'>
  readonly distance: 'near' | 'far'
  readonly implausibility: Band<'implausibility'>
  readonly cost: Band<'cost'>
  readonly macroState: MacroState
}

function cellFrom(line: string): Cell {
  const [cell, gradient, distance, implausibility, cost, macroState] = line.split(' | ')
  return {
    cell: Number(cell),
    gradient: gradients[gradient as keyof typeof gradients],
    distance: distances[distance as keyof typeof distances],
    implausibility: implausibilities[implausibility as keyof typeof implausibilities],
    cost: costs[cost as keyof typeof costs],
    macroState: macroState as MacroState,
  }
}

/** The 24 cells of the appendix. */
export const cells: readonly Cell[] = appendixA.trim().split('\n').map(cellFrom)

/** A point of the controller's input space. */
export interface Point extends Situation {
  readonly Omega: number
}

/** The cell of the appendix in which a point lies; ∇ is 0 on the first round, and |∇L| = ε is a signal. */
export function cellOf({ D, P, Omega, gradient }: Point, thresholds: Thresholds): Cell {
  const wanted = {
    gradient: gradientBand(gradient ?? 0, thresholds),
    distance: D > thresholds.delta ? 'far' : 'near',
    implausibility: implausibilityBand(P, thresholds),
    cost: Omega < thresholds.theta ? 'affordable' : 'exhausted',
  }
  const axes = Object.keys(wanted) as (keyof typeof wanted)[]
  const found = cells.find((cell) => axes.every((axis) => cell[axis] === wanted[axis]))
  if (!found) throw new RangeError(`no cell for ${Object.values(wanted).join(', ')}`)
  return found
}

/** The macro-state of a point in a table, where only Ω says whether the task would end. */
export function macroStateOf(point: Point, thresholds: Thresholds, table: TableProfile = profiles.paper): MacroState {
  const cost = point.Omega < thresholds.theta ? 'affordable' : 'exhausted'
  return rowAt(table, bandsOf(point, cost, thresholds)).macroState
}
