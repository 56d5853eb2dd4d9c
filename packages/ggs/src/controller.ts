import { type Hyperparameters, resolveHyperparameters } from './hyperparameters.js'
import type { Profile } from './profile.js'
import type { ProfileName } from './profiles.js'
import { resolveProfile } from './resolve-profile.js'

export interface ControllerOptions {
  /** Gains, thresholds and budgets that differ from the defaults. */
  readonly hyperparameters?: Partial<Hyperparameters>
  /** The rule: one of `profiles`, or one's own. @defaultValue 'measured' */
  readonly profile?: ProfileName | Profile
}

/** Gains and rule, checked. */
export interface Controller {
  readonly hyperparameters: Hyperparameters
  readonly profile: Profile
}

/** @throws GgsError `invalid_hyperparameter` or `invalid_profile` naming the field. */
export function resolveController({ hyperparameters, profile }: ControllerOptions = {}): Controller {
  return { hyperparameters: resolveHyperparameters(hyperparameters), profile: resolveProfile(profile) }
}
