import type { BlockedTarget } from './blocked.js'
import { GgsError } from './errors.js'
import { type Directive, directives, isTerminal } from './macro-state.js'
import { count, requirements } from './requirements.js'

/** What the controller remembers of a task between rounds. JSON-serialisable. */
export interface ControllerState {
  /** Replans performed. */
  readonly replans: number
  /** L of the last round; `null` before the first. */
  readonly previousLoss: number | null
  /** Consecutive worsening rounds up to now. */
  readonly worseningCount: number
  readonly blockedTargets: readonly BlockedTarget[]
  /** `null` before the first round. */
  readonly previousDirective: Directive | null
  /** Observations taken. */
  readonly rounds: number
}

/** A task that has not been observed yet. */
export const initialState: ControllerState = Object.freeze({
  replans: 0,
  previousLoss: null,
  worseningCount: 0,
  blockedTargets: Object.freeze([]),
  previousDirective: null,
  rounds: 0,
})

const demand = requirements('invalid_state')

/**
 * @throws GgsError `invalid_state` naming the malformed field; `task_ended` when the last directive was terminal.
 */
export function validateState(state: ControllerState): void {
  demand.object('state', state)
  demand.number('rounds', state.rounds, count)
  demand.number('replans', state.replans, { ...count, max: state.rounds })
  demand.number('worseningCount', state.worseningCount, { ...count, max: state.rounds })
  demand.list('blockedTargets', state.blockedTargets)
  state.blockedTargets.forEach((blocked, index) => {
    demand.object(`blockedTargets[${index}]`, blocked)
    demand.text(`blockedTargets[${index}].tool`, blocked.tool)
    demand.text(`blockedTargets[${index}].target`, blocked.target)
  })
  if (state.rounds === 0) {
    demand.oneOf('previousLoss', state.previousLoss, [null])
    demand.oneOf('previousDirective', state.previousDirective, [null])
    return
  }
  demand.number('previousLoss', state.previousLoss, { min: 0, max: Number.MAX_VALUE })
  demand.oneOf('previousDirective', state.previousDirective, directives)
  if (state.previousDirective !== null && isTerminal(state.previousDirective)) {
    throw new GgsError('task_ended', `The task ended with ${state.previousDirective}; start from initialState`, {
      field: 'previousDirective',
    })
  }
}
