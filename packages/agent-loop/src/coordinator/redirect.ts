import type { PayloadOf } from '@artoo/bus'
import { oneLine } from '@artoo/llm'
import { askModel, saidIn, turnedDown } from '@artoo/runtime'
import type { Message } from '@artoo/spec'
import type { LoopContracts } from '../messages/contracts.js'
import { isYes } from '../messages/is-yes.js'
import { lostBy } from '../state/corrected.js'
import type { CourseChange, StateEvent } from '../state/events.js'
import { changeText } from '../view/change-text.js'
import { callOff } from './batch.js'
import { changeFault } from './change-fault.js'
import { changeIn } from './change-in.js'
import { heedDeadline } from './iterate.js'
import type { CoordinatorPhase, Redirect } from './phase.js'
import { prepare } from './prepare.js'
import { again } from './prompt-parts.js'
import type { ReviewCheck } from './proposals.js'
import type { ModelReply } from './propose.js'
import { redirectPrompt } from './redirect-prompt.js'
import { nextTicket, type Transition } from './transition.js'

/** The number of times that the model is asked about one change. */
const mostRounds = 5

/** The most characters of what a person says in words. */
const mostWords = 20_000

export interface RedirectOptions {
  /** There is a model that reads words. */
  readonly proposes: boolean
  readonly review: ReviewCheck
}

/**
 * A change that can't be made interrupts nothing. Else all that is under way is called off at once, and nothing of it is kept. One
 * that comes while another is being made waits for it.
 */
export function redirectAsked(transition: Transition, redirect: Redirect, options: RedirectOptions): void {
  if (isBusy(transition.phase)) {
    transition.waiting = [...transition.waiting, redirect]
    return
  }
  const fault = redirectFault(transition, redirect, options)
  if (fault !== null) {
    settled(transition, fault)
    return
  }
  const { text, change } = redirect
  callOff(transition, Object.keys(transition.loop.in_flight), 'the course is changed', true)
  transition.happen({ type: 'redirect_requested' })
  transition.phase = { name: 'redirecting', text, asked: 1, proposed: null }
  nextTicket(transition)
  if (change) prepare(transition, change)
  else if (text !== null)
    transition.send(askModel('redirection', redirectPrompt(transition.loop, text), { key: keyOf(transition) }))
  else settled(transition, null)
}

function isBusy(phase: CoordinatorPhase): boolean {
  switch (phase.name) {
    case 'preparing':
      return phase.change !== null
    case 'reverting':
      return phase.target.kind === 'change'
    case 'redirecting':
      return phase.text !== null
    default:
      return false
  }
}

function redirectFault(
  { loop, phase }: Transition,
  { text, change }: Redirect,
  options: RedirectOptions,
): string | null {
  if (phase.name === 'idle') return 'the loop has not begun'
  if (change) return changeFault(loop, change, options.review)
  if (text === null) return null
  if (!options.proposes) return 'there is no model to read it: give the change as data'
  return text.length > mostWords ? `say it in at most ${mostWords} characters` : null
}

/** Takes back the work that the change makes void, and then makes it. */
export function wayIsClear(transition: Transition, change: CourseChange, options: RedirectOptions): void {
  const commits = lostBy(transition.loop, change).flatMap((id) => transition.loop.bindings[id]?.commit ?? [])
  if (commits.length === 0) {
    changed(transition, { change, head: null, residual: [] }, options)
    return
  }
  transition.phase = { name: 'reverting', target: { kind: 'change', change } }
  transition.send({
    type: 'Revert',
    to: 'workspaces',
    payload: { ticket: nextTicket(transition), commits: [...new Set(commits)] },
  })
}

type Corrected = Omit<Extract<StateEvent, { type: 'corrected' }>, 'type'>

export function changed(transition: Transition, corrected: Corrected, options: RedirectOptions): void {
  transition.happen({ type: 'corrected', ...corrected })
  if (corrected.change.type === 'constraint_change' && !transition.isAtRest) heedDeadline(transition)
  settled(transition, null)
  if (goesOn(transition, options)) transition.next = transition.loop.head === transition.verified ? 'decide' : 'verify'
}

export function cancel(transition: Transition, refusal: string | null, options: RedirectOptions): void {
  if (transition.phase.name !== 'redirecting') return
  transition.happen({ type: 'redirect_cancelled' })
  settled(transition, refusal ?? 'cancelled')
  if (goesOn(transition, options)) prepare(transition, null)
}

/** True when no other redirect waits; otherwise begins the next one. */
function goesOn(transition: Transition, options: RedirectOptions): boolean {
  transition.phase = { name: 'redirecting', text: null, asked: 1, proposed: null }
  if (transition.loop.control.status === 'ready') return true
  for (;;) {
    const [first, ...others] = transition.waiting
    if (!first) return true
    transition.waiting = others
    redirectAsked(transition, first, options)
    if (isBusy(transition.phase)) return false
  }
}

function settled(transition: Transition, refusal: string | null): void {
  transition.send({ type: 'RedirectSettled', to: 'person', payload: { applied: refusal === null, refusal } })
}

const keyOf = ({ ticket }: Transition) => `redirect-${ticket}`

export const isAboutCourse = (transition: Transition, key: string): boolean =>
  transition.phase.name === 'redirecting' && key === keyOf(transition)

/** One more round of the model; after the last one the course stays as it is. */
function askAgain(
  transition: Transition,
  problem: string,
  messagesFor: (why: string) => readonly Message[],
  options: RedirectOptions,
): void {
  const { phase } = transition
  if (phase.name !== 'redirecting') return
  const { why, asked } = turnedDown([problem], phase.asked, mostRounds)
  if (asked === null) {
    cancel(transition, `no change came of ${mostRounds} rounds: ${why}`, options)
    return
  }
  transition.phase = { ...phase, asked, proposed: null }
  transition.send(askModel('redirection', messagesFor(why), { key: keyOf(transition), continues: true }))
}

/** The model's reading of a person's words: what it asks back, or the change, which is shown before it is made. */
export function courseProposed(transition: Transition, reply: ModelReply, options: RedirectOptions): void {
  const { phase } = transition
  if (phase.name !== 'redirecting') return
  if (reply.kind !== 'value' || reply.output !== 'redirection') {
    cancel(transition, 'the model gave no change', options)
    return
  }
  const { questions } = reply.value
  const proposed = changeIn(transition.loop, reply.value)
  if (proposed === null && questions.length === 0) {
    cancel(transition, 'the model found nothing to change', options)
    return
  }
  // The model would not be told the answers.
  if (proposed === null && phase.asked === mostRounds) {
    cancel(transition, `no change came of ${mostRounds} rounds of questions`, options)
    return
  }
  const fault = proposed && changeFault(transition.loop, proposed, options.review)
  if (fault) {
    askAgain(transition, fault, again, options)
    return
  }
  transition.phase = { ...phase, proposed }
  if (proposed) clarify(transition, [`${changeText(transition.loop, proposed)}\nYes, or what else?`])
  else
    clarify(
      transition,
      questions.map((question) => oneLine(question) || '?'),
    )
}

function clarify(transition: Transition, questions: readonly string[]): void {
  const requests = questions.map((question) => ({ question, kind: 'question' as const, from: 'coordinator' }))
  transition.send({ type: 'ClarificationRequest', to: 'host', payload: { requests, anew: true } })
}

/**
 * A yes makes the change; no answer makes none; anything else is one more word on it. To leave a question open is to let the model go
 * on with what it has.
 */
export function clarified(
  transition: Transition,
  { answers }: PayloadOf<LoopContracts, 'ClarificationAnswer'>,
  options: RedirectOptions,
): void {
  const { answer, by } = saidIn(answers)
  const { phase } = transition
  if (phase.name !== 'redirecting') return
  if (by === null || (answer === '' && phase.proposed !== null)) {
    cancel(transition, 'nobody confirmed the change: answer by `clarify`, or give the change as data', options)
    return
  }
  if (phase.proposed !== null && isYes(answer)) {
    prepare(transition, phase.proposed)
    return
  }
  const content = `The person answers: ${JSON.stringify(answer)}`
  askAgain(transition, 'the person did not say yes', () => [{ role: 'user', content }], options)
}
