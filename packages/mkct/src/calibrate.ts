import { ArtooError, assertOptions } from '@artoo/spec'
import type { Consultation, Reading, Rule } from './consultation.js'
import { thinking } from './thinking.js'

/** One line for the planner. `entity` is null when it holds for the whole space. */
export interface Constraint {
  readonly space: string
  readonly entity: string | null
  readonly text: string
  readonly source: 'episodes' | 'rule' | 'law'
}

export interface Calibration {
  readonly mustNot: readonly Constraint[]
  readonly shouldPrefer: readonly Constraint[]
  readonly caution: readonly Constraint[]
}

export interface CalibrateOptions {
  /** Most constraints taken from memory, over all three lists; the laws come on top. @defaultValue 10 */
  readonly limit?: number
}

type Candidate = readonly [list: keyof Calibration, constraint: Constraint]

/**
 * Turns a consultation into the planner's constraints (paper section 6.5). Pure. The laws stand first in `mustNot` and
 * are never crowded out; then rules, then episodes by the weight of their decision.
 *
 * @throws {ArtooError} `invalid_limit` when the limit is no whole number from 0.
 */
export function calibrate(consultation: Consultation, options: CalibrateOptions = {}): Calibration {
  assertOptions(options, ['limit'], { of: 'calibrate' })
  const { limit = 10 } = options
  if (!Number.isSafeInteger(limit) || limit < 0) {
    throw new ArtooError('invalid_limit', `limit is ${limit}; give a whole number from 0.`, { field: 'limit' })
  }
  const rules = consultation.rules.filter(({ suppressed }) => !suppressed).map(fromRule)
  const episodes = [...consultation.readings].sort(byWeight).flatMap(fromReading)
  const kept = [...rules, ...episodes].slice(0, limit)
  const of = (wanted: keyof Calibration) => kept.flatMap(([list, constraint]) => (list === wanted ? constraint : []))
  return { mustNot: [...laws, ...of('mustNot')], shouldPrefer: of('shouldPrefer'), caution: of('caution') }
}

const laws: readonly Constraint[] = thinking.laws.map(({ law, text }) => ({
  space: 'thinking',
  entity: `law:${law}`,
  text,
  source: 'law',
}))

function fromRule({ space, entity, text, sigma }: Rule): Candidate {
  return [sigma > 0 ? 'shouldPrefer' : 'mustNot', { space, entity, text, source: 'rule' }]
}

const listOf = { exploit: 'shouldPrefer', avoid: 'mustNot', caution: 'caution', ignore: null } as const

function fromReading({ space, entity, action, lesson }: Reading): Candidate[] {
  const list = listOf[action]
  const text = lesson || `${space} ${entity ?? 'as a whole'}: ${action}`
  return list === null ? [] : [[list, { space, entity, text, source: 'episodes' }]]
}

function byWeight(a: Reading, b: Reading): number {
  return Math.abs(b.decision) - Math.abs(a.decision) || b.attention - a.attention
}
