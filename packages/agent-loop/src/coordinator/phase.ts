import type { PayloadOf } from '@artoo/bus'
import type { LoopContracts, SubAgentReport } from '../messages/contracts.js'
import type { CourseChange } from '../state/events.js'
import type { Move } from './move.js'

type MoveOf<Kind extends Move['kind']> = Extract<Move, { kind: Kind }>

export type Redirect = PayloadOf<LoopContracts, 'RedirectAsked'>

/** A worker whose criteria hold. */
export interface Success {
  readonly launch: string
  readonly report: Extract<SubAgentReport, { outcome: 'success' }>
}

/**
 * The state in which the coordinator waits. It is not stored: a process that takes the loop up begins with `preparing`.
 */
export type CoordinatorPhase =
  | { readonly name: 'idle' }
  | { readonly name: 'preparing'; readonly change: CourseChange | null }
  | { readonly name: 'verifying' }
  /** Its model was asked; `asked` counts the requests for the move. */
  | { readonly name: 'proposing'; readonly move: MoveOf<'split' | 'choose' | 'repair'>; readonly asked: number }
  /** `open`: launches that have not reported; `queue`: those that succeeded, of which the first is being integrated. */
  | { readonly name: 'running'; readonly open: readonly string[]; readonly queue: readonly Success[] }
  | {
      readonly name: 'reverting'
      readonly target: MoveOf<'backtrack'> | { readonly kind: 'change'; readonly change: CourseChange }
    }
  /** A person changes the course; `asked` counts the requests to the model. */
  | {
      readonly name: 'redirecting'
      readonly text: string | null
      readonly asked: number
      readonly proposed: CourseChange | null
    }
  | { readonly name: 'over' }
