import { type ControllerState, type Decision, type Hyperparameters, initialState, type ProfileName } from '@artoo/ggs'
import type { Usage } from '@artoo/runtime'
import type { MemoryProfile } from '../memory/memory-profile.js'
import type { MemoryProfileName } from '../memory/memory-profiles.js'
import type { PlanDirective } from '../messages/control.js'
import type { Action } from '../messages/execution.js'
import type { Progress, ReplanRequest, SubTaskOutcome } from '../messages/outcome.js'
import type { Steering } from '../messages/steering.js'
import type { Deadline } from '../messages/task.js'
import type { NobodyConfirms } from '../people/nobody-confirms.js'
import type { Depth } from '../role/depth.js'
import type { WithShape } from '../typed-output/shape.js'
import type { BestPart } from './best-parts.js'

export interface GoalGradientSolverComponents extends WithShape {
  /** Checked once, here. */
  readonly hyperparameters?: Partial<Hyperparameters>
  /** The rule by which a round is judged. @defaultValue 'causes' */
  readonly profile?: ProfileName | undefined
  /** The place where the agent runs; experiences of different places are kept apart. @defaultValue 'local' */
  readonly environment?: string
  /** The lessons that rounds leave: a profile's name, or a table. @defaultValue 'measured' */
  readonly memoryProfile?: MemoryProfileName | MemoryProfile | undefined
  /** @defaultValue 'lean' */
  readonly depth?: Depth | undefined
  /** The tools whose calls may be refused because no person can be asked. @defaultValue a person can be asked */
  readonly nobodyConfirms?: NobodyConfirms | undefined
}

/** A round and what was decided on it. */
export interface Judged {
  readonly decision: Decision
  readonly round: ReplanRequest
}

export interface State {
  readonly startedAt: number
  /** The deadline that the user named; null when there is none. */
  readonly deadline: Deadline | null
  /** Milliseconds that people took. */
  readonly waitedMs: number
  readonly controller: ControllerState
  /** The decision on the last round. */
  readonly decision: Decision | null
  readonly lastRound: ReplanRequest | null
  /** The round that is delivered if no better one comes. */
  readonly best: Judged | null
  /** The outcomes of parts that failed in the last round, each at its best so far. */
  readonly bestParts: readonly BestPart[]
  /** Outcomes of parts that are given up, each as it was when it was. */
  readonly left: readonly SubTaskOutcome[]
  /** The order for the next plan that is held back until a pause is over. */
  readonly pending: PlanDirective | null
  /** Rounds that failed by refused calls alone. */
  readonly refusedRounds: number
  /** The outcomes of the current round so far. */
  readonly heard: readonly Progress[]
  readonly actions: readonly Action[]
  readonly usage: Usage
  /** The number of times that the user added something. */
  readonly added: number
  /** Added words that no model was told of yet. */
  readonly unheard: readonly Steering[]
  readonly ended: boolean
}

export const initial: State = {
  startedAt: 0,
  deadline: null,
  waitedMs: 0,
  controller: initialState,
  decision: null,
  lastRound: null,
  best: null,
  bestParts: [],
  left: [],
  pending: null,
  refusedRounds: 0,
  heard: [],
  actions: [],
  usage: {},
  added: 0,
  unheard: [],
  ended: false,
}
