import type { Step } from '../role/role.js'
import type { State } from './state.js'

/** Hands on what the user adds, to all who may ask a model next. */
export function steer(state: State, text: string): Step<'R7', State> {
  const added = { number: state.added + 1, text }
  const next = { ...state, added: added.number, unheard: [...state.unheard, added] }
  return [
    next,
    [
      { type: 'Steering', to: 'R2', payload: added },
      { type: 'Steering', to: 'R3', payload: added },
    ],
  ]
}

/** The state once models were told of some of the words. */
export const heardOf = (state: State, numbers: readonly number[]): State => ({
  ...state,
  unheard: state.unheard.filter(({ number }) => !numbers.includes(number)),
})
