import { describe, expect, it } from 'vitest'
import { type Axis, type Banded, bands, defaultHyperparameters, type Profile, profiles } from '../src/index.js'
import { cellOf, macroStateOf } from './appendix-a.js'

/** Cost, distance, implausibility, calls, gradient → macro-state; `*` is any band. */
const tables = {
  paper: `
exhausted  | *          | *             | *      | *              → abandon
affordable | near       | *             | *      | *              → success
affordable | middle far | logical       | *      | none flat      → break_symmetry
affordable | middle far | logical       | *      | falling rising → change_approach
affordable | middle far | environmental | *      | none flat      → change_path
affordable | middle far | environmental | *      | falling rising → refine`,
  measured: `
exhausted  | near        | *             | *      | *            → success
exhausted  | middle far  | *             | *      | *            → abandon
affordable | *           | *             | failed | *            → change_path
affordable | near middle | *             | sound  | *            → refine
affordable | far         | logical       | sound  | *            → break_symmetry
affordable | far         | environmental | sound  | none falling → refine
affordable | far         | environmental | sound  | flat rising  → change_path`,
}

const axes = Object.keys(bands) as readonly Axis[]

function printed({ rows }: Profile): readonly string[] {
  return rows.map(({ when, macroState }) => {
    return `${axes.map((axis) => when[axis]?.join(' ') ?? '*').join(' | ')} → ${macroState}`
  })
}

function squeezed(text: string): readonly string[] {
  return text
    .trim()
    .split('\n')
    .map((line) => line.replaceAll(/ +/g, ' '))
}

const { epsilon, delta, mu, rho, theta } = defaultHyperparameters
const hair = 1e-12

/** Values inside each band: its boundaries, a hair inside of them, and its ends. */
const samples = {
  cost: { affordable: [0, theta - hair], exhausted: [theta, theta + hair, 1] },
  distance: { near: [0, delta - hair, delta], middle: [delta + hair, mu - hair, mu], far: [mu + hair, 1] },
  implausibility: { environmental: [0, rho - hair, rho], logical: [rho + hair, 1] },
  calls: { sound: [0], failed: [1, 7] },
  gradient: {
    none: [null],
    falling: [-1, -epsilon - hair, -epsilon],
    flat: [-epsilon + hair, 0, epsilon - hair],
    rising: [epsilon, epsilon + hair, 1],
  },
} as const satisfies { readonly [A in Axis]: Readonly<Record<Banded[A], readonly (number | null)[]>> }

function* combinations(): Generator<Banded> {
  for (const cost of bands.cost)
    for (const distance of bands.distance)
      for (const implausibility of bands.implausibility)
        for (const calls of bands.calls)
          for (const gradient of bands.gradient) yield { cost, distance, implausibility, calls, gradient }
}

function* inputsAt({ cost, distance, implausibility, calls, gradient }: Banded) {
  for (const Omega of samples.cost[cost])
    for (const D of samples.distance[distance])
      for (const P of samples.implausibility[implausibility])
        for (const failedCalls of samples.calls[calls])
          for (const slope of samples.gradient[gradient]) yield { Omega, D, P, failedCalls, gradient: slope }
}

function rowsFor({ rows }: Profile, point: Banded) {
  return rows.filter(({ when }) => {
    return axes.every((axis) => when[axis] === undefined || (when[axis] as readonly string[]).includes(point[axis]))
  })
}

describe.each(['paper', 'measured'] as const)('the profile %s', (name) => {
  it('has this table', () => {
    expect(printed(profiles[name])).toEqual(squeezed(tables[name]))
  })

  it('has exactly one row for each of the 96 combinations of bands', () => {
    const points = [...combinations()]
    expect(points).toHaveLength(96)
    for (const point of points) expect(rowsFor(profiles[name], point), JSON.stringify(point)).toHaveLength(1)
  })

  it('decides as its rows say on every threshold and a hair beside it', () => {
    for (const point of combinations()) {
      const [row] = rowsFor(profiles[name], point)
      for (const inputs of inputsAt(point)) {
        const macroState = macroStateOf(inputs, defaultHyperparameters, name)
        if (macroState !== row?.macroState)
          expect({ inputs, macroState }).toEqual({ inputs, macroState: row?.macroState })
      }
    }
  })
})

describe('the cells of appendix A', () => {
  it('are met on every threshold and a hair beside it', () => {
    for (const point of combinations()) {
      for (const inputs of inputsAt(point)) {
        const cell = cellOf(inputs, defaultHyperparameters)
        const expected = {
          cost: point.cost,
          distance: point.distance === 'near' ? 'near' : 'far',
          implausibility: point.implausibility,
          gradient: point.gradient === 'none' ? 'flat' : point.gradient,
        }
        if (Object.entries(expected).some(([axis, band]) => cell[axis as keyof typeof expected] !== band)) {
          expect({ inputs, cell }).toEqual({ inputs, cell: { ...cell, ...expected } })
        }
      }
    }
  })
})

describe('the default', () => {
  it('is measured', () => {
    const near = { D: 0.2, P: 0, Omega: 0, gradient: null }
    expect(macroStateOf(near, defaultHyperparameters)).toBe('refine')
    expect(macroStateOf(near, defaultHyperparameters, 'measured')).toBe('refine')
    expect(macroStateOf(near, defaultHyperparameters, 'paper')).toBe('success')
  })

  it('has nothing in the middle where µ is not above δ', () => {
    const inputs = { D: 0.4, P: 1, Omega: 0, gradient: null }
    expect(macroStateOf(inputs, { ...defaultHyperparameters, mu: 0.3 })).toBe('break_symmetry')
    expect(macroStateOf({ ...inputs, D: 0.3 }, { ...defaultHyperparameters, mu: 0 })).toBe('refine')
  })
})
