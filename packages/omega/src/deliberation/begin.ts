import { askModel } from '@artoo/runtime'
import { withoutUndefined } from '@artoo/spec'
import type { PhiReading } from '../messages/outputs.js'
import { plan } from '../plan/plan.js'
import {
  type Classification,
  completeClassification,
  type GivenClassification,
  type ProblemType,
  subtypes,
} from '../protocol/classification.js'
import type { Trigger } from '../protocol/log-event.js'
import { readingPrompt } from './prompts.js'
import type { Received, Transition } from './transition.js'

/** A problem comes in: PHI finds out what kind it is, where the panel depends on that and the host didn't say all of it. */
export function begun(
  transition: Transition,
  { problem, given, limits }: Received<'DeliberationBegun'>['payload'],
): void {
  transition.given = given
  transition.happen({ type: 'opened', problem, limits, profile: transition.profile })
  const known = completeClassification(dependsOnKind(transition) ? given : filledIn(given))
  const isTold = given.type !== undefined || given.subtype !== undefined
  if (known) classified(transition, known, isTold ? 'host' : 'default')
  else read(transition, problem)
}

/** A quick panel and one of the host's own are the same for all kinds of problem. */
const dependsOnKind = ({ panel }: Transition) => panel === 'standard' || panel === 'full'

/** The classification of a problem that no model reads before agents are sent. */
const unread: Classification = {
  ...{ type: 'ANALYTICAL', subtype: 'LOGICAL', characteristics: [], uncertainty: 'HIGH', stakes: 'MEDIUM' },
  ...{ wellDefined: true, trivial: false },
}

/** A type and a subtype that fit each other, whichever of them is given. */
function filledIn(given: GivenClassification): Classification {
  const type = given.type ?? (given.subtype === undefined ? unread.type : typeOf(given.subtype))
  return { ...unread, subtype: subtypes[type][0], ...withoutUndefined(given), type }
}

export function read(transition: Transition, problem: string): void {
  transition.waiting = 'reading'
  transition.send(askModel('reading', readingPrompt(problem), { key: `57.${++transition.requests}` }))
}

/** Records PHI's classification. Fields that the host gave take precedence. */
export function wasRead(transition: Transition, { subtype, ...rest }: PhiReading): void {
  const type = transition.given.type ?? typeOf(transition.given.subtype ?? subtype)
  const fits = (name: Classification['subtype']) => (subtypes[type] as readonly string[]).includes(name)
  const own = transition.given.subtype ?? (fits(subtype) ? subtype : subtypes[type][0])
  // A problem that has been made clear is not asked about again.
  const wellDefined = transition.session.problem.clarified !== null || rest.wellDefined
  classified(transition, { ...rest, wellDefined, ...withoutUndefined(transition.given), type, subtype: own }, 'model')
}

function classified(transition: Transition, classification: Classification, by: 'model' | 'host' | 'default'): void {
  const { clarified, original } = transition.session.problem
  transition.happen({ type: 'classified', classification, by })
  if (transition.remembers && transition.session.iteration === 0) {
    transition.waiting = 'memory'
    transition.send({
      type: 'RecallRequest',
      to: 'memory',
      payload: { problem: clarified ?? original, classification },
    })
    return
  }
  firstPlan(transition, clarified === null ? 'first' : 'clarified')
}

export function wasRecalled(transition: Transition, { lessons, repelled }: Received<'Recalled'>['payload']): void {
  if (lessons.length + repelled.length > 0) transition.happen({ type: 'recalled', lessons, repelled })
  firstPlan(transition, 'first')
}

function firstPlan(transition: Transition, trigger: Trigger): void {
  const { problem, iteration, repelled: names } = transition.session
  const { classification } = problem
  if (!classification) return
  const repelled = transition.roster.cards.flatMap(({ id, name }) => (names.includes(name) ? [id] : []))
  const { batches } = plan(classification, { ...transition, repelled })
  transition.happen({ type: 'planned', iteration: iteration + 1, trigger, batches })
  transition.waiting = 'agents'
  transition.next = 'launch'
}

function typeOf(subtype: Classification['subtype']): ProblemType {
  const found = Object.entries(subtypes).find(([, names]) => (names as readonly string[]).includes(subtype))
  return found?.[0] as ProblemType
}
