import { confidenceIn } from '@artoo/ggs'
import type { FinalResult } from '../messages/control.js'
import type { CriterionVerdict } from '../messages/verdict.js'
import type { Reached } from './missing.js'

interface Delivered {
  readonly directive: FinalResult['directive']
  readonly reached: Reached | null
  /** Null where there is none. */
  readonly output: string | null
  /** D of the round that is delivered. */
  readonly D: number
  readonly rounds: number
}

/** The chance that what is delivered is right; null where nothing is delivered, and where a criterion was judged by nobody. */
export function confidenceOf({ directive, reached, output, D, rounds }: Delivered): number | null {
  if (reached === null || output === null || directive === 'abandon') return null
  // A merge that was rejected is delivered with what of it holds.
  const isOfParts = directive === 'deliver' && reached.taskVerdicts.length === 0
  const verdicts = verdictsOn(reached, isOfParts)
  if (verdicts.length === 0 || verdicts.some(({ basis }) => basis === 'nobody')) return null
  const judged = verdicts.filter(({ basis }) => basis === 'judge').length / verdicts.length
  return confidenceIn({ D: directive === 'accept' || isOfParts ? 0 : D, judged, rounds: Math.max(1, rounds) })
}

/** The verdicts on what is delivered: on the whole, or on the parts that are done. */
function verdictsOn({ kept, outcomes, taskVerdicts }: Reached, isOfParts: boolean): readonly CriterionVerdict[] {
  const all = [...kept, ...outcomes]
  const delivered = isOfParts ? all.filter(({ status }) => status === 'matched') : all
  return [...taskVerdicts, ...delivered.flatMap(({ verdicts }) => verdicts)]
}
