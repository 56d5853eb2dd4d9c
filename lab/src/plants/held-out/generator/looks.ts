import type { Look, Range, TroubleKind } from './sketch.js'

const whole: Range = [1, 1]

/** A call fails and nothing is done. */
export const loud = (weight: number, error: NonNullable<Look['error']>, share: Range = whole): Look => ({
  weight,
  share,
  error,
})

/** No call fails: the result is empty, stale or not what was wanted. */
export const quiet = (weight: number, share: Range = whole): Look => ({ weight, share })

/** What things in the way typically look like. */
export const typicalLooks: Readonly<Record<TroubleKind | 'after', readonly Look[]>> = {
  tool: [loud(35, 'other'), loud(10, 'said_no'), quiet(40, [0.5, 1]), quiet(15, [0.3, 0.7])],
  target: [loud(55, 'missing'), quiet(30, [0.6, 1]), quiet(15, [0.3, 0.6])],
  way: [quiet(65, [0.4, 0.9]), quiet(15), loud(20, 'said_no', [0.4, 1])],
  parameter: [quiet(60, [0.25, 0.5]), loud(20, 'said_no', [0.3, 0.6]), loud(20, 'other', [0.5, 1])],
  flaky: [loud(55, 'passing'), loud(30, 'other'), loud(15, 'said_no', [0.3, 1])],
  outage: [loud(70, 'passing'), loud(15, 'other'), quiet(15, [0.6, 1])],
  unprepared: [loud(35, 'missing'), loud(20, 'other'), loud(20, 'said_no'), quiet(25, [0.5, 1])],
  unworked: [loud(40, 'said_no'), loud(25, 'other'), loud(20, 'denied'), loud(15, 'missing')],
  after: [loud(40, 'missing'), loud(25, 'said_no'), quiet(35, [0.5, 1])],
  access: [loud(75, 'denied'), loud(12, 'missing'), loud(13, 'other')],
  answer: [quiet(60, [0.3, 0.7]), quiet(40)],
  never: [
    ...[loud(28, 'missing'), loud(12, 'other'), loud(15, 'said_no', [0.3, 1]), loud(10, 'denied')],
    quiet(35, [0.3, 1]),
  ],
}
