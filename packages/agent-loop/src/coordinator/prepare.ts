import type { Change } from '../state/events.js'
import { nextTicket, type Turn } from './turn.js'

/** Has the line of work stand where the state says: what was integrated and not yet written is undone with it. */
export function prepare(turn: Turn, change: Change | null): void {
  turn.phase = { name: 'preparing', change }
  const { loop_id: loop, head } = turn.loop
  turn.send({ type: 'Prepare', to: 'workspaces', payload: { ticket: nextTicket(turn), loop, head } })
}
