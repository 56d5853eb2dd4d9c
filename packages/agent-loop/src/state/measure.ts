import { mostInterruptions } from './interrupted.js'
import type { Weights } from './shape.js'
import type { Atom, StateFile } from './state-file.js'

/**
 * The measure that falls with every iteration of the coordinator, compared from the left: repairs that are left,
 * splits, alternatives, attempts, probes, launches. Since none can fall for ever, an epoch ends. A run of a split
 * atom's own check is an attempt, too. An attempt or a probe under way counts as left until it ends: when its process
 * dies instead, only a launch is lost.
 */
export type Measure = readonly [
  repairs: number,
  splits: number,
  alternatives: bigint,
  attempts: number,
  probes: number,
  launches: number,
]

export function measureOf(state: StateFile, weights: Weights): Measure {
  const { max_children: children, max_attempts: attempts, max_probes: probes } = state.objective.constraints
  const parts = children + 1
  let [splits, attemptsLeft, probesLeft, launches] = [0, 0, 0, 0]
  // By their keys: of a large record, `Object.values` takes three times as long.
  for (const id of Object.keys(state.atoms)) {
    const atom = state.atoms[id] as Atom
    if (atom.status === 'abandoned') continue
    if (atom.children.length > 0) {
      if (atom.agreed && atom.status === 'pending') attemptsLeft++
      continue
    }
    splits += parts ** atom.rank - 1
    if (atom.status === 'resolved') continue
    attemptsLeft += Math.max(0, attempts - atom.attempts)
    probesLeft += Math.max(0, probes - atom.probes)
    launches += mostInterruptions - atom.interruptions
  }
  for (const { role } of Object.values(state.in_flight)) {
    if (role === 'probe') probesLeft++
    else attemptsLeft++
    launches--
  }
  let alternatives = 0n
  for (const [id, { choices, failed }] of Object.entries(state.or_groups)) {
    alternatives += (weights.get(id) ?? 0n) * BigInt(choices.length - failed.length)
  }
  return [state.control.repairs_left, splits, alternatives, attemptsLeft, probesLeft, launches]
}

/** The choices of a group that neither failed nor are selected. */
export function untried({ choices, failed, selected }: StateFile['or_groups'][string]): readonly string[] {
  return choices.filter((choice) => choice !== selected && !failed.includes(choice))
}

/** Negative when `a` is less than `b`, positive when it is more. */
export function compareMeasures(a: Measure, b: Measure): number {
  for (const [index, left] of a.entries()) {
    const right = b[index] as number | bigint
    if (left !== right) return left < right ? -1 : 1
  }
  return 0
}

/** `(2, 35, 4, 10, 5, 15)` */
export const measureText = (measure: Measure): string => `(${measure.join(', ')})`
