import type { Observation } from '../input/observation.js'
import { requirements } from '../input/requirements.js'
import { type ControllerOptions, resolveController } from '../profile/controller.js'
import type { Decision } from './decision.js'
import { initialState } from './state.js'
import { step } from './step.js'

const demand = requirements('invalid_observation')

/**
 * Runs the controller over the recorded observations of one task, with other gains or another profile if given. Stops at the first
 * terminal decision, so fewer decisions than observations means that the task would have ended earlier; a last decision
 * that is not terminal means that it would have gone on.
 *
 * @throws GgsError as `step` does; `invalid_observation`, field `observations`, for what is no list of them, such as the options.
 */
export function replay(observations: Iterable<Observation>, options: ControllerOptions = {}): readonly Decision[] {
  if (!isIterable(observations)) demand.refuse('observations', 'an iterable, with the options behind it', observations)
  const resolved = resolveController(options)
  const decisions: Decision[] = []
  let state = initialState
  for (const observation of observations) {
    const [next, decision] = step(state, observation, resolved)
    decisions.push(decision)
    if (decision.terminal) break
    state = next
  }
  return decisions
}

function isIterable(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Symbol.iterator in value
}
