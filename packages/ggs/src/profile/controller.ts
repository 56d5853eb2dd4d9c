import type { BeliefProfile } from '../belief/profile.js'
import { GgsError } from '../input/errors.js'
import { type Hyperparameters, resolveHyperparameters } from '../input/hyperparameters.js'
import { type Requirements, requirements } from '../input/requirements.js'
import type { TableProfile } from './profile.js'
import { isBeliefs, type Profile, type ProfileName } from './profiles.js'
import { resolveProfile } from './resolve-profile.js'

export interface ControllerOptions {
  /** Gains, thresholds and budgets that differ from the defaults. */
  readonly hyperparameters?: Partial<Hyperparameters>
  /** The rule: one of `profiles`, or one's own. @defaultValue 'causes' */
  readonly profile?: ProfileName | Profile
}

/** Gains and rule, checked. */
export interface Controller {
  readonly hyperparameters: Hyperparameters
  readonly profile: Profile
}

/** The same for a rule that is a table. */
export interface TableController extends Controller {
  readonly profile: TableProfile
}

/** The same for a rule that is a belief over causes. */
export interface BeliefController extends Controller {
  readonly profile: BeliefProfile
}

export const isTableController = (controller: Controller): controller is TableController =>
  !isBeliefs(controller.profile)

const demand: Requirements = requirements('invalid_option')
const names: readonly string[] = ['hyperparameters', 'profile'] satisfies readonly (keyof ControllerOptions)[]

/**
 * @throws GgsError `invalid_option` for an option that there is not, `invalid_hyperparameter` or `invalid_profile` naming the
 * field of one that there is.
 */
export function resolveController(options: ControllerOptions = {}): Controller {
  demand.object('options', options)
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown !== undefined) {
    const message = `The controller has no option ${unknown}; there is ${names.join(', ')}`
    throw new GgsError('invalid_option', message, { field: unknown })
  }
  const { hyperparameters, profile } = options
  return { hyperparameters: resolveHyperparameters(hyperparameters), profile: resolveProfile(profile) }
}
