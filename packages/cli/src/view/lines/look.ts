import type { Paint } from '../text/paint.js'

/** The space and the colours that lines are made for. */
export interface Look {
  readonly width: number
  readonly paint: Paint
}
