import { areAlike } from '@artoo/roles'
import type { PayloadOf } from '../journal/event.js'
import type { VerdictStats } from './schema.js'

export const noVerdicts: VerdictStats = {
  judgedTwice: 0,
  upheld: 0,
  overruled: 0,
  overruledByCode: 0,
  agreed: 0,
  disagreed: 0,
  judgedOnce: 0,
}

const isNo = ({ verdict }: { readonly verdict: string }) => verdict === 'fail'

/** Counts the agreements of a round's two judges; a round with one judge counts as `judgedOnce`. */
export function verdictsOn(
  { kept, outcomes, taskVerdicts }: PayloadOf<'OutcomeSummary' | 'ReplanRequest'>,
  { alone, criteria }: Pick<PayloadOf<'DispatchManifest'>, 'alone' | 'criteria'>,
): VerdictStats {
  if (taskVerdicts.length === 0) return noVerdicts
  if (alone) return { ...noVerdicts, judgedOnce: 1 }
  const checked = new Set(criteria.flatMap(({ text, check }) => (check ? [text] : [])))
  const byModel = taskVerdicts.filter(({ criterion }) => !checked.has(criterion))
  const overruled = taskVerdicts.some(isNo)
  const first = [...kept, ...outcomes].flatMap(({ verdicts }) => verdicts)
  const pairs = byModel.flatMap((second) =>
    first.filter(({ criterion }) => areAlike(criterion, second.criterion)).map((one) => isNo(one) === isNo(second)),
  )
  return {
    judgedTwice: 1,
    upheld: overruled ? 0 : 1,
    overruled: overruled ? 1 : 0,
    overruledByCode: overruled && !byModel.some(isNo) ? 1 : 0,
    agreed: pairs.filter(Boolean).length,
    disagreed: pairs.filter((agrees) => !agrees).length,
    judgedOnce: 0,
  }
}
