import { askModel } from '@artoo/runtime'
import { shortened, withoutUndefined } from '@artoo/spec'
import { repelled } from '../memory/repelled.js'
import { proceedThreshold } from '../messages/agent-task.js'
import type { PhiAnswer, PhiReading } from '../messages/outputs.js'
import { messageOf } from '../messages/read-message.js'
import { plan } from '../phi/plan.js'
import type { AgentReport } from '../protocol/agent-report.js'
import { type Classification, completeClassification, type ProblemType, subtypes } from '../protocol/classification.js'
import type { Trigger } from '../protocol/log-event.js'
import { answerPrompt, readingPrompt } from './prompts.js'
import type { Received, Transition } from './transition.js'

/** A problem comes in: PHI finds out what kind it is, unless the host said all of it. */
export function begun(
  transition: Transition,
  { problem, given, limits }: Received<'DeliberationBegun'>['payload'],
): void {
  transition.given = given
  transition.happen({ type: 'opened', problem, limits })
  const known = completeClassification(given)
  if (known) classified(transition, known, 'host')
  else read(transition, problem)
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
  const { problem } = transition.session
  // A problem that has been made clear is not asked about again.
  const wellDefined = problem.clarified !== null || rest.wellDefined
  classified(transition, { ...rest, wellDefined, ...withoutUndefined(transition.given), type, subtype: own }, 'model')
}

function classified(transition: Transition, classification: Classification, by: 'model' | 'host'): void {
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

export function wasRecalled(transition: Transition, { patterns, correlations }: Received<'Recalled'>['payload']): void {
  if (patterns.length + correlations.length > 0) transition.happen({ type: 'recalled', patterns, correlations })
  firstPlan(transition, 'first')
}

function firstPlan(transition: Transition, trigger: Trigger): void {
  const { problem, removed, recalled, iteration } = transition.session
  const { classification } = problem
  if (!classification) return
  const next = plan(classification, { exclude: removed, repelled: repelled(recalled) })
  transition.happen({
    ...{ type: 'planned', iteration: iteration + 1, trigger, focus: null },
    ...{ batches: next.batches, dropped: next.dropped, waived: next.waived },
  })
  transition.plan = next
  transition.batch = 0
  if (classification.trivial) {
    answerItself(transition)
    return
  }
  transition.waiting = 'agents'
  transition.next = 'launch'
}

/** A trivial problem is answered by PHI, and looked at by those who look at every answer. */
function answerItself(transition: Transition): void {
  transition.waiting = 'answer'
  const { original, clarified } = transition.session.problem
  transition.send(askModel('answer', answerPrompt(clarified ?? original), { key: `57.${++transition.requests}` }))
}

export function wasAnswered(transition: Transition, { answer, confidence, caveats }: PhiAnswer): void {
  const { session, roster, families, at } = transition
  const claim = `c${session.claims.length + 1}`
  const report: AgentReport = {
    ...{ verdict: shortened(answer, 100), confidence, confidenceBasis: '', findings: [], references: [] },
    claims: [{ statement: shortened(answer, 500), confidence, critical: true }],
    ...{ contradictions: [], questions: { open: [], answered: [] }, content: {} },
    flags: { requiresResolution: false, blocksProgress: false },
  }
  const message = messageOf(report, {
    ...{ card: roster.card(57), at, iteration: session.iteration, respondingTo: 'INITIAL' },
    ...{ inputs: [], family: families[57] ?? 'none', tokens: 0, threshold: proceedThreshold(session) },
  })
  const synthesis = { answer, restsOn: [claim], coherence: 1, caveats, unanswered: [], wouldChange: [] }
  transition.happen({ type: 'output', message: { ...message, body: { ...message.body, synthesis } } })
  transition.waiting = 'agents'
  transition.next = 'launch'
}

function typeOf(subtype: Classification['subtype']): ProblemType {
  const found = Object.entries(subtypes).find(([, names]) => (names as readonly string[]).includes(subtype))
  return found?.[0] as ProblemType
}
