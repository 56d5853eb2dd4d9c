import { type Cause, causeNames } from '../terms/causes.js'
import { judgeCounts } from './judge-counts.js'
import { type BeliefProfile, type ByCause, byCause } from './profile.js'

/**
 * Added to each count: the rounds that were named are clear-cut, and judges of users may be worse. On the tuning families it costs half a point
 * with the names as measured, and gains as much with 25 % of wrong names and a point with 40 %.
 */
const doubt = 2

const counted = (truth: Cause): ByCause => {
  const counts = byCause((named) => (judgeCounts[truth][named] ?? 0) + doubt)
  const total = causeNames.reduce((sum, named) => sum + counts[named], 0)
  return byCause((named) => counts[named] / total)
}

const row = (of: Partial<Record<Cause, number>>, other: number) => byCause((cause) => of[cause] ?? other)

/** The rule by which artoo decides unless it is given another one. */
export const defaultBeliefs: BeliefProfile = {
  name: 'causes',
  counts: 'promise',
  targetsFor: 'plan',
  refusals: 'once',
  prior: row(
    {
      wrong_tool: 0.12,
      wrong_target: 0.16,
      wrong_parameter: 0.16,
      wrong_method: 0.12,
      not_yet: 0.12,
      outage: 0.1,
      no_access: 0.08,
      needs_answer: 0.06,
      judged_wrongly: 0.04,
      unknown: 0.04,
    },
    0,
  ),
  judge: Object.fromEntries(causeNames.map((truth) => [truth, counted(truth)])) as BeliefProfile['judge'],
  code: 0.95,
  logical: row(
    {
      wrong_tool: 0.85,
      wrong_method: 0.85,
      wrong_parameter: 0.6,
      wrong_target: 0.2,
      not_yet: 0.2,
      outage: 0.1,
      no_access: 0.1,
    },
    0.5,
  ),
  signs: {
    call: Object.fromEntries(
      (
        [
          ['wrong_tool', [0.55, 0.05, 0.03, 0.03, 0.14, 0.2]],
          ['wrong_target', [0.4, 0.35, 0.03, 0.04, 0.08, 0.1]],
          ['wrong_parameter', [0.6, 0.05, 0.05, 0.02, 0.15, 0.13]],
          ['wrong_method', [0.7, 0.03, 0.02, 0.02, 0.18, 0.05]],
          ['not_yet', [0.25, 0.25, 0.05, 0.05, 0.25, 0.15]],
          ['outage', [0.25, 0.02, 0.52, 0.03, 0.05, 0.13]],
          ['no_access', [0.25, 0.05, 0.03, 0.5, 0.07, 0.1]],
          ['needs_answer', [0.75, 0.05, 0.02, 0.05, 0.05, 0.08]],
          ['judged_wrongly', [0.86, 0.03, 0.03, 0.02, 0.03, 0.03]],
          ['unknown', [0.4, 0.1, 0.1, 0.05, 0.15, 0.2]],
        ] as const
      ).map(([cause, [sound, missing, passing, denied, said_no, other]]) => [
        cause,
        { sound, missing, passing, denied, said_no, other },
      ]),
    ) as BeliefProfile['signs']['call'],
    change: Object.fromEntries(
      causeNames.map((cause) => [
        cause,
        cause === 'not_yet' ? { changed: 0.6, unchanged: 0.4 } : { changed: 0.15, unchanged: 0.85 },
      ]),
    ) as BeliefProfile['signs']['change'],
  },
  warning: 2,
  memory: 0.6,
  hit: 3,
  miss: 3,
  luck: 0.05,
  unknown: {
    refine: 0.15,
    again: 0.08,
    wait: 0.08,
    change_path: 0.15,
    change_approach: 0.15,
    break_symmetry: 0.2,
    ask: 0.03,
    deliver: 0,
  },
  cost: { refine: 1, again: 1, wait: 1, change_path: 1, change_approach: 1, break_symmetry: 1, ask: 1.3, deliver: 1 },
  worth: 0.1,
}
