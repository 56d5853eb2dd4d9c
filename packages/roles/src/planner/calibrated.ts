import { type Calibration, type Consultation, calibrate } from '@artoo/mkct'
import type { MemoryProfile } from '../memory-profiles.js'
import { heeded } from './constraints.js'
import { isOfIntent, withToolLessons } from './tool-lessons.js'

export interface Calibrated {
  /** All that memory says, as it is heeded: what code enforces. */
  readonly whole: Calibration
  /** The few that a model is told. */
  readonly told: Calibration
}

type Reading = Consultation['readings'][number]

/** Constraints of memory that a model is told. */
const mostTold = 10

/**
 * A pair takes one of the few places: where there is a rule, its last lesson takes no other, and neither does the space as
 * a whole, of which that is the last lesson too. What is about such tasks comes before what is about tools and targets.
 */
export function calibrated(
  { readings: given, rules }: Consultation,
  intent: string,
  reads: MemoryProfile['reads'],
): Calibrated {
  const readings = withToolLessons(given, intent, reads)
  const pairOf = ({ space, entity }: Pick<Reading, 'space' | 'entity'>) => JSON.stringify([space, entity])
  const lessonOf = ({ space, action, lesson }: Reading) => JSON.stringify([space, action, lesson])
  const ruled = new Set(rules.filter(({ suppressed }) => !suppressed).map(pairOf))
  const lessons = new Set(readings.filter(({ entity }) => entity !== null).map(lessonOf))
  const isTold = (reading: Reading) =>
    ruled.has(pairOf(reading)) || (reading.entity === null && reading.lesson !== null && lessons.has(lessonOf(reading)))
  const untold = readings.filter((reading) => !isTold(reading))
  const first = calibrate({ readings: untold.filter(isOfIntent), rules }, { limit: mostTold })
  const left = mostTold - countOf(first)
  const others = untold.filter((reading) => !isOfIntent(reading))
  const { mustNot, shouldPrefer, caution } = calibrate({ readings: others, rules: [] }, { limit: left })
  return {
    whole: heeded(calibrate({ readings, rules }, { limit: Number.MAX_SAFE_INTEGER })),
    told: heeded({
      // The laws stand first already.
      mustNot: [...first.mustNot, ...mustNot.filter(({ source }) => source !== 'law')],
      shouldPrefer: [...first.shouldPrefer, ...shouldPrefer],
      caution: [...first.caution, ...caution],
    }),
  }
}

function countOf(calibration: Calibration): number {
  return Object.values(calibration)
    .flat()
    .filter(({ source }) => source !== 'law').length
}
