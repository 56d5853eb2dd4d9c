import type { CourseChange } from '../state/events.js'
import { nextTicket, type Transition } from './transition.js'

/** Has the line of work stand where the state says: what was integrated and not yet written is undone with it. */
export function prepare(transition: Transition, change: CourseChange | null): void {
  transition.phase = { name: 'preparing', change }
  const { loop_id: loop, head } = transition.loop
  transition.send({ type: 'Prepare', to: 'workspaces', payload: { ticket: nextTicket(transition), loop, head } })
}
