import { shortened, withoutUndefined } from '@artoo/spec'
import { repelled } from '../memory/repelled.js'
import { proceedThreshold } from '../messages/agent-task.js'
import type { Answer, Reading } from '../messages/outputs.js'
import { messageOf } from '../messages/read-message.js'
import { plan } from '../phi/plan.js'
import type { AgentReport } from '../protocol/agent-report.js'
import { type Classification, type ProblemType, subtypes, wholeOf } from '../protocol/classification.js'
import type { Trigger } from '../protocol/log-event.js'
import { answerPrompt, readingPrompt } from './prompts.js'
import type { Message, Turn } from './turn.js'

/** A problem comes in: PHI finds out what kind it is, unless the host said all of it. */
export function begun(turn: Turn, { problem, given, limits }: Message<'DeliberationBegun'>['payload']): void {
  turn.given = given
  turn.happen({ type: 'opened', problem, limits })
  const known = wholeOf(given)
  if (known) classified(turn, known, 'host')
  else read(turn, problem)
}

export function read(turn: Turn, problem: string): void {
  turn.waiting = 'reading'
  const key = `57.${++turn.requests}`
  turn.send({
    type: 'ModelRequest',
    to: 'model',
    payload: { key, output: 'reading', messages: [...readingPrompt(problem)], continues: false, tools: [] },
  })
}

/** Records PHI's classification. Fields that the host gave take precedence. */
export function wasRead(turn: Turn, { subtype, ...rest }: Reading): void {
  const type = turn.given.type ?? typeOf(turn.given.subtype ?? subtype)
  const fits = (name: Classification['subtype']) => (subtypes[type] as readonly string[]).includes(name)
  const own = turn.given.subtype ?? (fits(subtype) ? subtype : subtypes[type][0])
  const { problem } = turn.session
  // A problem that has been made clear is not asked about again.
  const wellDefined = problem.clarified !== null || rest.wellDefined
  classified(turn, { ...rest, wellDefined, ...withoutUndefined(turn.given), type, subtype: own }, 'model')
}

function classified(turn: Turn, classification: Classification, by: 'model' | 'host'): void {
  const { clarified, original } = turn.session.problem
  turn.happen({ type: 'classified', classification, by })
  if (turn.remembers && turn.session.iteration === 0) {
    turn.waiting = 'memory'
    turn.send({ type: 'RecallRequest', to: 'memory', payload: { problem: clarified ?? original, classification } })
    return
  }
  firstPlan(turn, clarified === null ? 'first' : 'clarified')
}

export function wasRecalled(turn: Turn, { patterns, correlations }: Message<'Recalled'>['payload']): void {
  if (patterns.length + correlations.length > 0) turn.happen({ type: 'recalled', patterns, correlations })
  firstPlan(turn, 'first')
}

function firstPlan(turn: Turn, trigger: Trigger): void {
  const { classification } = turn.session.problem
  if (!classification) return
  const next = plan(classification, { exclude: turn.session.removed, repelled: repelled(turn.session.recalled) })
  turn.happen({
    ...{ type: 'planned', iteration: turn.session.iteration + 1, trigger, focus: null },
    ...{ batches: next.batches, dropped: next.dropped, waived: next.waived },
  })
  turn.plan = next
  turn.batch = 0
  if (classification.trivial) {
    answerItself(turn)
    return
  }
  turn.waiting = 'agents'
  turn.next = 'launch'
}

/** A trivial problem is answered by PHI, and looked at by those who look at every answer. */
function answerItself(turn: Turn): void {
  turn.waiting = 'answer'
  const { original, clarified } = turn.session.problem
  const key = `57.${++turn.requests}`
  const messages = [...answerPrompt(clarified ?? original)]
  turn.send({
    type: 'ModelRequest',
    to: 'model',
    payload: { key, output: 'answer', messages, continues: false, tools: [] },
  })
}

export function wasAnswered(turn: Turn, { answer, confidence, caveats }: Answer): void {
  const claim = `c${turn.session.claims.length + 1}`
  const report: AgentReport = {
    ...{ verdict: shortened(answer, 100), confidence, confidenceBasis: '', findings: [], references: [] },
    claims: [{ statement: shortened(answer, 500), confidence, critical: true }],
    ...{ contradictions: [], questions: { open: [], answered: [] }, content: {} },
    flags: { requiresResolution: false, blocksProgress: false },
  }
  const message = messageOf(report, {
    ...{ card: turn.roster.card(57), at: turn.at, iteration: turn.session.iteration, respondingTo: 'INITIAL' },
    ...{ inputs: [], family: turn.families[57] ?? 'none', tokens: 0, threshold: proceedThreshold(turn.session) },
  })
  const synthesis = { answer, restsOn: [claim], coherence: 1, caveats, unanswered: [], wouldChange: [] }
  turn.happen({ type: 'output', message: { ...message, body: { ...message.body, synthesis } } })
  turn.waiting = 'agents'
  turn.next = 'launch'
}

function typeOf(subtype: Classification['subtype']): ProblemType {
  const found = Object.entries(subtypes).find(([, names]) => (names as readonly string[]).includes(subtype))
  return found?.[0] as ProblemType
}
