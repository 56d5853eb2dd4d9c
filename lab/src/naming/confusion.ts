import { judgedCauses } from './judged-causes.js'
import type { NumberedScene } from './numbering.js'
import type { NamedCause } from './scene.js'

/** Named causes by the number of the round. */
export type Answers = Readonly<Record<string, NamedCause>>

/** How often a cause was named, by the true one. */
type Counts = Readonly<Record<NamedCause, Readonly<Record<NamedCause, number>>>>

export interface Confusion {
  readonly rounds: number
  /** Those who named causes, each for some or all of the rounds. */
  readonly namers: number
  readonly counts: Counts
}

const rowOf = (): Record<NamedCause, number> => byCause(() => 0)

function byCause<Value>(given: (cause: NamedCause) => Value): Record<NamedCause, Value> {
  return Object.fromEntries(judgedCauses.map((cause) => [cause, given(cause)])) as Record<NamedCause, Value>
}

/** @throws {RangeError} for a number that no round has. */
export function confusionOf(scenes: readonly NumberedScene[], namers: readonly Answers[]): Confusion {
  const truths = new Map(scenes.map(({ number, scene }) => [number, scene.cause]))
  const counts = byCause(rowOf)
  for (const answers of namers) {
    for (const [number, named] of Object.entries(answers)) {
      const truth = truths.get(number)
      if (!truth) throw new RangeError(`there is no round ${number}`)
      counts[truth][named]++
    }
  }
  return { rounds: scenes.length, namers: namers.length, counts }
}

export interface Share {
  readonly right: number
  readonly of: number
}

/** How many were named rightly, of one true cause or of all. */
export function shareRight({ counts }: Confusion, of: readonly NamedCause[] = judgedCauses): Share {
  const rows = of.map((truth) => ({ right: counts[truth][truth], all: Object.values(counts[truth]) }))
  return {
    right: rows.reduce((sum, { right }) => sum + right, 0),
    of: rows.flatMap(({ all }) => all).reduce((sum, count) => sum + count, 0),
  }
}
