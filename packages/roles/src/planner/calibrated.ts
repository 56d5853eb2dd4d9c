import { type Calibration, type Consultation, calibrate } from '@artoo/mkct'

export interface Calibrated {
  /** All that memory says: what code enforces. */
  readonly whole: Calibration
  /** The few that a model is told. A pair takes one place: where there is a rule, its last lesson doesn't take another. */
  readonly told: Calibration
}

export function calibrated({ readings, rules }: Consultation): Calibrated {
  const pairOf = ({ space, entity }: { readonly space: string; readonly entity: string | null }) =>
    JSON.stringify([space, entity])
  const ruled = new Set(rules.filter(({ suppressed }) => !suppressed).map(pairOf))
  const unruled = readings.filter((reading) => !ruled.has(pairOf(reading)))
  return {
    whole: calibrate({ readings, rules }, { limit: Number.MAX_SAFE_INTEGER }),
    told: calibrate({ readings: unruled, rules }),
  }
}
