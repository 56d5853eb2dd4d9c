import { describe, expect, it } from 'vitest'
import {
  type Axis,
  type Banded,
  bands,
  defaultHyperparameters,
  defaultProfile,
  profiles,
  type TableProfile,
} from '../src/index.js'
import { cellOf, macroStateOf } from './appendix-a.js'
import { last, tenths } from './builders.js'
import { measuredTable } from './measured-table.js'

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

function printed({ rows }: TableProfile): readonly string[] {
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

function rowsFor({ rows }: TableProfile, point: Banded) {
  return rows.filter(({ when }) => {
    return axes.every((axis) => when[axis] === undefined || (when[axis] as readonly string[]).includes(point[axis]))
  })
}

describe.each([profiles.paper, measuredTable])('the table $name', (table) => {
  it('is this one', () => {
    expect(printed(table)).toEqual(squeezed(tables[table.name as keyof typeof tables]))
  })

  it('has exactly one row for each of the 96 combinations of bands', () => {
    const points = [...combinations()]
    expect(points).toHaveLength(96)
    for (const point of points) expect(rowsFor(table, point), JSON.stringify(point)).toHaveLength(1)
  })

  it('decides as its rows say on every threshold and a hair beside it', () => {
    for (const point of combinations()) {
      const [row] = rowsFor(table, point)
      for (const inputs of inputsAt(point)) {
        const macroState = macroStateOf(inputs, defaultHyperparameters, table)
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

describe('the table measured', () => {
  it('has nothing in the middle where µ is not above δ', () => {
    const inputs = { D: 0.4, P: 1, Omega: 0, gradient: null }
    const at = (D: number, mu: number) =>
      macroStateOf({ ...inputs, D }, { ...defaultHyperparameters, mu }, measuredTable)
    expect(at(0.4, 0.3)).toBe('break_symmetry')
    expect(at(0.3, 0)).toBe('refine')
  })
})

describe('the default', () => {
  it('is a belief over causes', () => {
    expect(defaultProfile).toBe('causes')
    expect(last([tenths(5)])).toEqual(last([tenths(5)], { profile: 'causes' }))
    expect(last([tenths(5)])).toMatchObject({ profile: 'causes', orders: [{ cause: expect.any(String) }] })
  })
})
