import { confidenceIn } from '@artoo/ggs'
import type { FinalResult } from '../messages/control.js'
import type { CriterionVerdict } from '../messages/verdict.js'
import type { Reached } from './missing.js'

interface Delivered {
  readonly directive: FinalResult['directive']
  readonly reached: Reached | null
  /** D of the round that is delivered. */
  readonly D: number
  readonly rounds: number
}

/** The chance that what is delivered is right; null where nothing is delivered, and where a criterion was judged by nobody. */
export function confidenceOf({ directive, reached, D, rounds }: Delivered): number | null {
  if (reached === null || directive === 'abandon') return null
  const verdicts = verdictsOn(reached, directive)
  if (verdicts.length === 0 || verdicts.some(({ basis }) => basis === 'nobody')) return null
  const judged = verdicts.filter(({ basis }) => basis === 'judge').length / verdicts.length
  return confidenceIn({ D: directive === 'success' ? D : 0, judged, rounds: Math.max(1, rounds) })
}

/** The verdicts on what is delivered: on the whole, or on the parts that are done. */
function verdictsOn(
  { kept, outcomes, taskVerdicts }: Reached,
  directive: Delivered['directive'],
): readonly CriterionVerdict[] {
  const all = [...kept, ...outcomes]
  const delivered = directive === 'deliver' ? all.filter(({ status }) => status === 'matched') : all
  return [...(directive === 'deliver' ? [] : taskVerdicts), ...delivered.flatMap(({ verdicts }) => verdicts)]
}
