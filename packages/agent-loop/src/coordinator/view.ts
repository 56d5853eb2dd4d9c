import type { Shape } from '../state/shape.js'
import type { Standing } from '../state/standing.js'
import type { StateFile } from '../state/state-file.js'

export interface StepOptions {
  /** There is a model that may propose. */
  readonly proposes: boolean
  readonly at: string
}

/** All that the next step is decided by. */
export interface View extends StepOptions {
  readonly state: StateFile
  readonly shape: Shape
  readonly standing: Standing
}
