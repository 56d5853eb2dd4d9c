import { type Calibration, type Consultation, calibrate } from '@artoo/mkct'
import type { MemoryProfile } from '../memory/memory-profile.js'
import { heeded } from './constraints.js'
import { isOfIntent, isOfIntentAndTool, toolIn, withToolLessons } from './tool-lessons.js'

export interface Calibrated {
  /** All that memory says, as it is heeded. */
  readonly whole: Calibration
  /** The few that a model is told. */
  readonly told: Calibration
  /** Tools that failed at such tasks: the model is asked about a plan that uses one. */
  readonly warnedTools: readonly string[]
}

type Reading = Consultation['readings'][number]

const isOfIntentAlone = (reading: Reading) => isOfIntent(reading) && !isOfIntentAndTool(reading)
const isOfNoIntent = (reading: Reading) => !isOfIntent(reading)

/** Constraints of memory that a model is told. */
const mostTold = 10

/**
 * A pair takes one of the few places: where there is a rule, its last lesson takes no other, and neither does the space as
 * a whole, of which that is the last lesson too. First comes how tools fared at such tasks, then what
 * became of these, then what is about tools and targets whatever the task.
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
  const told = readings.filter((reading) => !isTold(reading))
  const warned = told.filter((reading) => isOfIntentAndTool(reading) && reading.action === 'avoid')
  return {
    warnedTools: reads.againstWarnings === 'ask_once' ? warned.flatMap((reading) => toolIn(reading) ?? []) : [],
    whole: heeded(calibrate({ readings, rules }, { limit: Number.MAX_SAFE_INTEGER }), reads.against),
    told: heeded(
      inTurn([told.filter(isOfIntentAndTool), told.filter(isOfIntentAlone), told.filter(isOfNoIntent)], rules),
      reads.against,
    ),
  }
}

/** The rules and the readings of each group in turn, as long as there is a place. */
function inTurn(groups: readonly (readonly Reading[])[], rules: Consultation['rules']): Calibration {
  const lists = { mustNot: [], shouldPrefer: [], caution: [] }
  return groups.reduce<Calibration>((before, readings, index) => {
    const more = calibrate({ readings, rules: index === 0 ? rules : [] }, { limit: mostTold - countOf(before) })
    return {
      mustNot: [...before.mustNot, ...more.mustNot],
      shouldPrefer: [...before.shouldPrefer, ...more.shouldPrefer],
      caution: [...before.caution, ...more.caution],
    }
  }, lists)
}

function countOf(calibration: Calibration): number {
  return Object.values(calibration).flat().length
}
