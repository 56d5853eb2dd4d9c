import type { LoopHandle, LoopResult, StateFile } from '@artoo/agent-loop'
import type { Person } from '../asking/person.js'

type LoopEvent = LoopHandle extends AsyncIterable<infer Event> ? Event : never

/** The way in which a loop is shown, and its person asked. */
export interface LoopView {
  readonly person: Person
  note(text: string): void
  agreed(state: StateFile, path: string): void
  /** `state` is as the event left it. */
  event(event: LoopEvent, state: StateFile | null): void
  ended(result: LoopResult, root: string): void
  /** No work was begun. */
  notBegun(status: 'not_agreed' | 'interrupted', why: string): void
}
