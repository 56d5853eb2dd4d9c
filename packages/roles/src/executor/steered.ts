import type { Steering } from '../messages/steering.js'
import { bySubtask } from '../role/by-subtask.js'
import type { Role, Step } from '../role/role.js'
import { initial, type State } from './state.js'

export interface SteeredState {
  /** All that the user added to the task so far: a later subtask may have been planned without it. */
  readonly added: readonly Steering[]
  readonly subtasks: Readonly<Record<string, State>>
}

/** The executor of all subtasks: those under way and those to come are told what the user adds. */
export function steered(role: Role<'R3', State>): Role<'R3', SteeredState> {
  const one = bySubtask(role)
  return {
    actor: role.actor,
    initial: { added: [], subtasks: one.initial },
    decide(state, message): Step<'R3', SteeredState> {
      if (message.type === 'Steering') {
        const told = Object.entries(state.subtasks).map(([id, own]) => [id, role.decide(own, message)[0]] as const)
        return [{ added: [...state.added, message.payload], subtasks: Object.fromEntries(told) }, []]
      }
      const known = message.type === 'SubTask' ? withSubtask(state, message.payload) : state.subtasks
      const [subtasks, sent] = one.decide(known, message)
      return [{ ...state, subtasks }, sent]
    },
  }
}

/** A subtask that begins, with what was added since it was planned. */
function withSubtask(
  { added, subtasks }: SteeredState,
  { subtaskId, words = 0 }: { readonly subtaskId: string; readonly words?: number | undefined },
): SteeredState['subtasks'] {
  const unheard = added.filter(({ number }) => number > words)
  return { ...subtasks, [subtaskId]: { ...(subtasks[subtaskId] ?? initial), unheard } }
}
