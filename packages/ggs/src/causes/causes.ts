import type { FailureClass } from '../input/observation.js'
import type { Directive } from './directives.js'

/** A cause that a failing criterion can have: its meaning, the directive that mends it, and its coarse class. */
interface CauseEntry {
  readonly meaning: string
  readonly mendedBy: Directive | null
  readonly failureClass: FailureClass | null
}

/** The causes of failing criteria. The planner, the judge and the lab read this table. */
export const causes = {
  wrong_tool: {
    meaning: 'the tool cannot do it, and another kind of tool could',
    mendedBy: 'change_approach',
    failureClass: 'logical',
  },
  wrong_target: {
    meaning:
      'it was done to, or looked for in, the wrong file, record, account or address (an argument that names one is a target)',
    mendedBy: 'change_path',
    failureClass: 'environmental',
  },
  wrong_parameter: {
    meaning: 'tool and target are right, and another argument, pattern, unit, number or wording is not',
    mendedBy: 'refine',
    failureClass: 'logical',
  },
  wrong_method: {
    meaning: 'the way of doing it is wrong in itself: the reasoning, the formula, the order of steps, a step left out',
    mendedBy: 'break_symmetry',
    failureClass: 'logical',
  },
  not_yet: {
    meaning: 'the same would work once something else was made, started, finished or saved first',
    mendedBy: 'again',
    failureClass: 'environmental',
  },
  outage: {
    meaning: 'a service that should be there did not answer, and may do so later',
    mendedBy: 'wait',
    failureClass: 'environmental',
  },
  no_access: {
    meaning: 'a key, login, payment or permission is missing',
    mendedBy: 'ask',
    failureClass: 'environmental',
  },
  needs_answer: {
    meaning: 'only the user can tell or decide something that the request leaves open',
    mendedBy: 'ask',
    failureClass: null,
  },
  judged_wrongly: {
    meaning: 'the work meets the criterion, and the verdict is wrong',
    mendedBy: 'deliver',
    failureClass: null,
  },
  unknown: {
    meaning: 'nothing in the records shows any of these',
    mendedBy: null,
    failureClass: null,
  },
} as const satisfies Readonly<Record<string, CauseEntry>>

export type Cause = keyof typeof causes
export const causeNames = Object.keys(causes) as readonly Cause[]
