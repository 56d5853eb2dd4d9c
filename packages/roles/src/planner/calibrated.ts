import { type Calibration, type Consultation, calibrate } from '@artoo/mkct'
import { heeded } from './constraints.js'

export interface Calibrated {
  /** All that memory says, as it is heeded: what code enforces. */
  readonly whole: Calibration
  /** The few that a model is told. */
  readonly told: Calibration
}

type Reading = Consultation['readings'][number]

/**
 * A pair takes one of the few places: where there is a rule, its last lesson takes no other, and neither does the space as
 * a whole, of which that is the last lesson too.
 */
export function calibrated({ readings, rules }: Consultation): Calibrated {
  const pairOf = ({ space, entity }: Pick<Reading, 'space' | 'entity'>) => JSON.stringify([space, entity])
  const lessonOf = ({ space, action, lesson }: Reading) => JSON.stringify([space, action, lesson])
  const ruled = new Set(rules.filter(({ suppressed }) => !suppressed).map(pairOf))
  const lessons = new Set(readings.filter(({ entity }) => entity !== null).map(lessonOf))
  const isTold = (reading: Reading) =>
    ruled.has(pairOf(reading)) || (reading.entity === null && reading.lesson !== null && lessons.has(lessonOf(reading)))
  return {
    whole: heeded(calibrate({ readings, rules }, { limit: Number.MAX_SAFE_INTEGER })),
    told: heeded(calibrate({ readings: readings.filter((reading) => !isTold(reading)), rules })),
  }
}
