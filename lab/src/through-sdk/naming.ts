import { causeNames } from '@artoo/ggs'
import { type Naming, namesWrongly } from '../controller/judge.js'

/** A judge that may not call its own verdict wrong, as those of the SDK: where it is, it names any other cause. */
function withinVerdicts(naming: Naming): Naming {
  const entries = causeNames.map((truth) => [truth, { ...naming[truth], judged_wrongly: 0 }])
  return Object.fromEntries(entries) as Naming
}

/** 6 % wrong names. */
export const naming = withinVerdicts(namesWrongly(0.06))
