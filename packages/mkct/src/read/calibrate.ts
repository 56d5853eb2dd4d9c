import { assertOptions, countOption } from '@artoo/spec'
import type { Consultation, Reading, Rule } from './consultation.js'

/** One line for the planner. `entity` is null when it holds for the whole space. */
export interface Constraint {
  readonly space: string
  readonly entity: string | null
  readonly text: string
  /** The writer of the Megram that the text is from; missing if unknown. */
  readonly origin?: string
  readonly source: 'episodes' | 'rule'
}

export interface Calibration {
  readonly mustNot: readonly Constraint[]
  readonly shouldPrefer: readonly Constraint[]
  readonly caution: readonly Constraint[]
}

export interface CalibrateOptions {
  /** Most constraints, over all three lists. @defaultValue 10 */
  readonly limit?: number
}

/** `warning`: what the sum of a whole space holds against it, the last of the cautions. */
type Candidate = readonly [list: keyof Calibration | 'warning', constraint: Constraint]

/**
 * Turns a consultation into the planner's constraints (paper section 6.5). Pure. Each list has rules first, then episodes by
 * the weight of their decision. Only a pair becomes MUST NOT, as in the paper: a space's sum is made of its pairs, so that a
 * few bad targets would forbid the good ones too. What it holds against the space is a caution.
 *
 * @throws {ArtooError} `invalid_option` when the limit is no whole number from 0.
 */
export function calibrate(consultation: Consultation, options: CalibrateOptions = {}): Calibration {
  assertOptions(options, ['limit'], { of: 'calibrate' })
  const limit = countOption('limit', options.limit ?? 10)
  const rules = consultation.rules.filter(({ suppressed }) => !suppressed).map(fromRule)
  const episodes = [...consultation.readings].sort(byWeight).flatMap(fromReading)
  const kept = [...rules, ...episodes].slice(0, limit)
  const of = (wanted: Candidate[0]) => kept.flatMap(([list, constraint]) => (list === wanted ? constraint : []))
  return {
    mustNot: of('mustNot'),
    shouldPrefer: of('shouldPrefer'),
    caution: [...of('caution'), ...of('warning')],
  }
}

function fromRule({ space, entity, text, sigma, origin }: Rule): Candidate {
  const constraint = { space, entity, text, source: 'rule', ...(origin !== undefined && { origin }) } as const
  return [sigma > 0 ? 'shouldPrefer' : 'mustNot', constraint]
}

const listOf = { exploit: 'shouldPrefer', avoid: 'mustNot', caution: 'caution', ignore: null } as const

function fromReading({ space, entity, action, lesson, origin }: Reading): Candidate[] {
  const list = entity === null && action === 'avoid' ? 'warning' : listOf[action]
  const text = lesson || `${space} ${entity ?? 'as a whole'}: ${action}`
  const constraint = { space, entity, text, source: 'episodes', ...(lesson && origin && { origin }) } as const
  return list === null ? [] : [[list, constraint]]
}

function byWeight(a: Reading, b: Reading): number {
  return Math.abs(b.decision) - Math.abs(a.decision) || b.attention - a.attention
}
