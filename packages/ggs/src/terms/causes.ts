import type { Directive } from './directives.js'
import type { FailureClass } from './failure-class.js'

/** A cause that a failing criterion can have: its meaning, the directive that mends it, and its coarse class. */
interface CauseEntry {
  /** The cause as half a sentence. */
  readonly short: string
  readonly meaning: string
  readonly mendedBy: Directive | null
  readonly failureClass: FailureClass | null
}

/** The causes of failing criteria. The planner, the judge and the lab read this table. */
export const causes = {
  wrong_tool: {
    short: 'the tool is wrong',
    meaning: 'the tool cannot do it, and another kind of tool could',
    mendedBy: 'change_approach',
    failureClass: 'logical',
  },
  wrong_target: {
    short: 'the target is wrong',
    meaning:
      'it was done to, or looked for in, the wrong file, record, account or address (an argument that names one is a target)',
    mendedBy: 'change_path',
    failureClass: 'environmental',
  },
  wrong_parameter: {
    short: 'a parameter is wrong',
    meaning: 'tool and target are right, and another argument, pattern, unit, number or wording is not',
    mendedBy: 'refine',
    failureClass: 'logical',
  },
  wrong_method: {
    short: 'the method is wrong',
    meaning: 'the way of doing it is wrong in itself: the reasoning, the formula, the order of steps, a step left out',
    mendedBy: 'break_symmetry',
    failureClass: 'logical',
  },
  not_yet: {
    short: 'something has to be there first',
    meaning: 'the same would work once something else was made, started, finished or saved first',
    mendedBy: 'again',
    failureClass: 'environmental',
  },
  outage: {
    short: 'a service did not answer',
    meaning: 'a service that should be there did not answer, and may do so later',
    mendedBy: 'wait',
    failureClass: 'environmental',
  },
  no_access: {
    short: 'a key or permission is missing',
    meaning: 'a key, login, payment or permission is missing',
    mendedBy: 'ask',
    failureClass: 'environmental',
  },
  needs_answer: {
    short: 'only the user can tell',
    meaning: 'only the user can tell or decide something that the request leaves open',
    mendedBy: 'ask',
    failureClass: null,
  },
  judged_wrongly: {
    short: 'the verdict is wrong',
    meaning: 'the work meets the criterion, and the verdict is wrong',
    mendedBy: 'deliver',
    failureClass: null,
  },
  unknown: {
    short: 'the cause is none that is known',
    meaning: 'nothing in the records shows any of these',
    mendedBy: null,
    failureClass: null,
  },
} as const satisfies Readonly<Record<string, CauseEntry>>

export type Cause = keyof typeof causes
export const causeNames = Object.keys(causes) as readonly Cause[]
