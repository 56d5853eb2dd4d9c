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
    meaning: 'this tool cannot do it, another one could',
    mendedBy: 'change_approach',
    failureClass: 'logical',
  },
  wrong_target: {
    meaning: 'what is wanted is not in this file, address or record, but in another one',
    mendedBy: 'change_path',
    failureClass: 'environmental',
  },
  wrong_parameter: {
    meaning: 'tool and target are right, and an argument, number or wording is not',
    mendedBy: 'refine',
    failureClass: 'logical',
  },
  wrong_method: {
    meaning: 'the reasoning or the way of doing it is wrong, whatever the tool',
    mendedBy: 'break_symmetry',
    failureClass: 'logical',
  },
  not_yet: {
    meaning: 'something else has to be done or to happen first, then the same works',
    mendedBy: 'again',
    failureClass: 'environmental',
  },
  outage: {
    meaning: 'a service or program did not answer, or answered too late',
    mendedBy: 'wait',
    failureClass: 'environmental',
  },
  no_access: {
    meaning: 'a key, login or permission is missing',
    mendedBy: 'ask',
    failureClass: 'environmental',
  },
  needs_answer: {
    meaning: 'only the user can decide or tell it',
    mendedBy: 'ask',
    failureClass: null,
  },
  judged_wrongly: {
    meaning: 'the work meets the criterion, and the verdict is wrong',
    mendedBy: 'deliver',
    failureClass: null,
  },
  unknown: {
    meaning: 'none of these, or nothing shows it',
    mendedBy: null,
    failureClass: null,
  },
} as const satisfies Readonly<Record<string, CauseEntry>>

export type Cause = keyof typeof causes
export const causeNames = Object.keys(causes) as readonly Cause[]
