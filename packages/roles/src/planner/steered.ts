import type { Outgoing } from '../messages/contracts.js'
import type { Steering } from '../messages/steering.js'
import type { TaskSpec } from '../messages/task.js'
import { asClarification, heardBy } from '../people/added-words.js'
import type { State } from './state.js'
import { withClarifications } from './task.js'

/** The task with what the user added. */
export const withAdded = (spec: TaskSpec, added: readonly Steering[]): TaskSpec =>
  withClarifications(spec, added.map(asClarification))

/** Words stand in the task at once, for every later plan; a plan that is being made is asked for again. */
export const steered = (state: State, words: Steering): State => ({
  ...state,
  unheard: [...state.unheard, words],
  spec: state.spec && withAdded(state.spec, [words]),
})

/** The state once the model is asked with all that was added, and the word of it to the controller. */
export function hearAll(state: State): readonly [State, readonly Outgoing<'R2'>[]] {
  const { unheard } = state
  const told = Math.max(state.told, ...unheard.map(({ number }) => number))
  return [{ ...state, unheard: [], told }, heardBy(unheard)]
}
