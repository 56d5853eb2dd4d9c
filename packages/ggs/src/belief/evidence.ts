import type { CriterionObservation, OutcomeObservation } from '../input/observation.js'
import { type Cause, causeNames } from '../terms/causes.js'
import { added, type Evidence, noEvidence } from './belief.js'
import { type Action, type BeliefProfile, byCause, type Sign, type SignGroup } from './profile.js'
import { chanceOf, type Tries } from './worth.js'

/** The evidence about a failing criterion, or work that was not judged: the cause that was named, or the class. */
export function evidenceOn(
  { cause, failureClass }: Pick<CriterionObservation, 'cause' | 'failureClass'>,
  { judge, logical }: BeliefProfile,
): Evidence {
  if (cause) return byCause((truth) => Math.log(judge[truth][cause]))
  if (failureClass === null) return noEvidence
  return byCause((truth) => Math.log(failureClass === 'logical' ? logical[truth] : 1 - logical[truth]))
}

/** The evidence of code alone: the cause that it knows, or signs. Work without calls shows none. */
export function signsIn(outcome: OutcomeObservation, { signs, code, warning }: BeliefProfile): Evidence {
  const { cause, isKnown = false, isWarned = false, calls } = outcome
  if (isKnown && cause) {
    const others = (1 - code) / (causeNames.length - 1)
    return byCause((truth) => Math.log(truth === cause ? code : others))
  }
  if (calls.length === 0) return noEvidence
  const failed = outcome.calls.filter((call) => call.failed)
  const kind = failed.at(-1)?.error ?? 'other'
  const sign = <G extends SignGroup>(group: G, shown: Sign<G>) =>
    byCause((cause) => Math.log(signs[group][cause][shown]))
  const isChanged = failed.some(({ changed = false, error }) => changed && error !== 'passing')
  return added(
    sign('call', failed.length === 0 ? 'sound' : kind),
    failed.length === 0 ? noEvidence : sign('change', isChanged ? 'changed' : 'unchanged'),
    isWarned ? byCause((truth) => (truth === 'wrong_target' ? Math.log(warning) : 0)) : noEvidence,
  )
}

/** The evidence of a directive that was tried in vain: it speaks against the causes that it would have mended. */
export function triedInVain(action: Action, tries: Tries, profile: BeliefProfile): Evidence {
  return byCause((cause: Cause) => Math.log(1 - chanceOf(action, cause, { tries, profile })))
}
