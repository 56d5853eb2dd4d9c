import type { GraphShape } from '../state/shape.js'
import type { GraphStanding } from '../state/standing.js'
import type { StateFile } from '../state/state-file.js'

export interface StepOptions {
  /** There is a model that may propose. */
  readonly proposes: boolean
  readonly at: string
}

/** All that the next step is decided by. */
export interface StepView extends StepOptions {
  readonly state: StateFile
  readonly shape: GraphShape
  readonly standing: GraphStanding
}
