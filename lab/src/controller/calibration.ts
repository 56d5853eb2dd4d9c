import { type ConfidenceWeights, confidenceIn, type Trust } from '@artoo/ggs'
import type { Told } from '../reliability.js'

/** A delivered result: what a host is told about it, and whether it is right. */
export type Delivered = Trust & { readonly isRight: boolean }

const factsOf = ({ D, judged, rounds }: Trust) => [1, D, judged, rounds - 1] as const

const outer = (facts: readonly number[]) => facts.map((one) => facts.map((other) => one * other))

/** The weights that make what happened likeliest: a logistic regression by Newton's method, with a little ridge. */
export function fitted(delivered: readonly Delivered[]): ConfidenceWeights {
  let weights: readonly number[] = [0, 0, 0, 0]
  for (let turn = 0; turn < 25; turn++) {
    const slope = weights.map((weight) => -ridge * weight)
    const curve = weights.map((_, row) => weights.map((__, column): number => (row === column ? ridge : 0)))
    for (const one of delivered) {
      const facts = factsOf(one)
      const chance = 1 / (1 + Math.exp(-facts.reduce((sum, fact, at) => sum + fact * (weights[at] ?? 0), 0)))
      add(slope, facts, (one.isRight ? 1 : 0) - chance)
      outer(facts).forEach((line, row) => {
        add(curve[row] ?? [], line, chance * (1 - chance))
      })
    }
    const step = solved(curve, slope)
    weights = weights.map((weight, at) => weight + (step[at] ?? 0))
  }
  const [base = 0, D = 0, judged = 0, rounds = 0] = weights.map((weight) => Number(weight.toFixed(2)))
  return { base, D, judged, rounds }
}

const ridge = 1e-3

/** Adds a multiple of one line to another. */
function add(line: number[], other: readonly number[], times: number): void {
  for (const [at, value] of other.entries()) line[at] = (line[at] ?? 0) + times * value
}

/** The solution of linear equations, by elimination. */
function solved(matrix: readonly (readonly number[])[], right: readonly number[]): readonly number[] {
  const rows = matrix.map((line, index) => [...line, right[index] ?? 0])
  for (const [at] of rows.entries()) {
    const pivot = rows[at] ?? []
    const scale = pivot[at] ?? 1
    for (const [other, line] of rows.entries()) {
      if (other === at) continue
      const factor = (line[at] ?? 0) / scale
      rows[other] = line.map((value, column) => value - factor * (pivot[column] ?? 0))
    }
  }
  return rows.map((line, at) => (line.at(-1) ?? 0) / (line[at] ?? 1))
}

/** What a host is told of each, by the weights. */
export const toldOf = (delivered: readonly Delivered[], weights?: ConfidenceWeights): readonly Told[] =>
  delivered.map((one) => ({ told: confidenceIn(one, weights), isRight: one.isRight }))
