import type { Incoming, RoleId } from '../messages/contracts.js'
import type { Role, Step } from './role.js'

/** The subtask that a message is about, if it is about one. */
function subtaskOf(payload: object): string | null {
  if ('subtaskId' in payload && typeof payload.subtaskId === 'string') return payload.subtaskId
  return 'key' in payload && typeof payload.key === 'string' ? payload.key : null
}

/**
 * Runs one copy of a role for each subtask, so that the role itself thinks of a single one. Model requests and checks
 * of such a role use the subtask's id as their key.
 */
export function bySubtask<Actor extends RoleId, State>(
  role: Role<Actor, State>,
): Role<Actor, Readonly<Record<string, State>>> {
  return {
    actor: role.actor,
    initial: {},
    decide(states, message): Step<Actor, Readonly<Record<string, State>>> {
      const subtaskId = subtaskOf((message as Incoming<string>).payload)
      if (subtaskId === null) return [states, []]
      const [next, outgoing] = role.decide(states[subtaskId] ?? role.initial, message)
      return [{ ...states, [subtaskId]: next }, outgoing]
    },
  }
}
