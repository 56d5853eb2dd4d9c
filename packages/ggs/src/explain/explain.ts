import { type BeliefController, isTableController, resolveController } from '../profile/controller.js'
import type { Profile, ProfileName } from '../profile/profiles.js'
import type { Decision } from '../step/decision.js'
import { explainBeliefs } from './by-beliefs.js'
import { explainTable } from './by-table.js'
import type { Explanation } from './explanation.js'
import { refuseUnless } from './proof.js'

/**
 * Proves a decision again from what it carries and says how close it was. Needs nothing but the decision, also one
 * read back from JSON, and the profile where it was one of your own.
 *
 * @throws GgsError `inconsistent_decision` naming the field that does not follow from the others; `invalid_input`,
 * `invalid_hyperparameter` or `invalid_profile` naming one that is malformed.
 */
export function explain(decision: Decision, profile?: Profile): Explanation {
  const { hyperparameters, profile: name } = decision
  const controller = resolveController({ hyperparameters, profile: profile ?? (name as ProfileName) })
  refuseUnless(name, controller.profile.name, 'profile')
  return isTableController(controller)
    ? explainTable(decision, controller)
    : explainBeliefs(decision, controller as BeliefController)
}
