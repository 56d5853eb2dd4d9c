import type { PayloadOf } from '@artoo/bus'
import { oneLine } from '@artoo/llm'
import { saidIn } from '@artoo/runtime'
import type { Message } from '@artoo/spec'
import type { LoopContracts } from '../messages/contracts.js'
import { isYes } from '../messages/is-yes.js'
import { lostBy } from '../state/corrected.js'
import type { Change, StateEvent } from '../state/events.js'
import { changeText } from '../view/change-text.js'
import { callOff } from './batch.js'
import { changeFault } from './change-fault.js'
import { changeIn } from './change-in.js'
import { heedDeadline } from './iterate.js'
import type { Phase, Redirect } from './phase.js'
import { prepare } from './prepare.js'
import { again } from './prompt-parts.js'
import type { ReviewCheck } from './proposals.js'
import type { ModelReply } from './propose.js'
import { redirectPrompt } from './redirect-prompt.js'
import { nextTicket, type Turn } from './turn.js'

/** The number of times that a person is asked about one change. */
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
export function redirectAsked(turn: Turn, redirect: Redirect, options: RedirectOptions): void {
  if (isBusy(turn.phase)) {
    turn.waiting = [...turn.waiting, redirect]
    return
  }
  const fault = redirectFault(turn, redirect, options)
  if (fault !== null) {
    settled(turn, fault)
    return
  }
  const { text, change } = redirect
  callOff(turn, Object.keys(turn.loop.in_flight), 'the course is changed', true)
  turn.happen({ type: 'redirect_requested' })
  turn.phase = { name: 'redirecting', text, rounds: 0, proposed: null }
  nextTicket(turn)
  if (change) prepare(turn, change)
  else if (text !== null) ask(turn, redirectPrompt(turn.loop, text), false)
  else settled(turn, null)
}

function isBusy(phase: Phase): boolean {
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

function redirectFault({ loop, phase }: Turn, { text, change }: Redirect, options: RedirectOptions): string | null {
  if (phase.name === 'idle') return 'the loop has not begun'
  if (change) return changeFault(loop, change, options.review)
  if (text === null) return null
  if (!options.proposes) return 'there is no model to read it: give the change as data'
  return text.length > mostWords ? `say it in at most ${mostWords} characters` : null
}

/** Takes back the work that the change makes void, and then makes it. */
export function wayIsClear(turn: Turn, change: Change, options: RedirectOptions): void {
  const commits = lostBy(turn.loop, change).flatMap((id) => turn.loop.bindings[id]?.commit ?? [])
  if (commits.length === 0) {
    changed(turn, { change, head: null, residual: [] }, options)
    return
  }
  turn.phase = { name: 'reverting', target: { kind: 'change', change } }
  turn.send({ type: 'Revert', to: 'workspaces', payload: { ticket: nextTicket(turn), commits: [...new Set(commits)] } })
}

type Corrected = Omit<Extract<StateEvent, { type: 'corrected' }>, 'type'>

export function changed(turn: Turn, corrected: Corrected, options: RedirectOptions): void {
  turn.happen({ type: 'corrected', ...corrected })
  if (corrected.change.type === 'constraint_change' && !turn.isAtRest) heedDeadline(turn)
  settled(turn, null)
  if (goesOn(turn, options)) turn.next = turn.loop.head === turn.verified ? 'decide' : 'verify'
}

export function cancel(turn: Turn, refusal: string | null, options: RedirectOptions): void {
  if (turn.phase.name !== 'redirecting') return
  turn.happen({ type: 'redirect_cancelled' })
  settled(turn, refusal ?? 'cancelled')
  if (goesOn(turn, options)) prepare(turn, null)
}

/** True when no other redirect waits; otherwise begins the next one. */
function goesOn(turn: Turn, options: RedirectOptions): boolean {
  turn.phase = { name: 'redirecting', text: null, rounds: 0, proposed: null }
  if (turn.loop.control.status === 'ready') return true
  for (;;) {
    const [first, ...others] = turn.waiting
    if (!first) return true
    turn.waiting = others
    redirectAsked(turn, first, options)
    if (isBusy(turn.phase)) return false
  }
}

function settled(turn: Turn, refusal: string | null): void {
  turn.send({ type: 'RedirectSettled', to: 'person', payload: { applied: refusal === null, refusal } })
}

const keyOf = ({ ticket }: Turn) => `redirect-${ticket}`

export const isAboutCourse = (turn: Turn, key: string): boolean =>
  turn.phase.name === 'redirecting' && key === keyOf(turn)

function ask(turn: Turn, messages: readonly Message[], continues: boolean): void {
  const payload = { key: keyOf(turn), output: 'redirection' as const, messages: [...messages], continues, tools: [] }
  turn.send({ type: 'ModelRequest', to: 'model', payload })
}

/** The model's reading of a person's words: what it asks back, or the change, which is shown before it is made. */
export function courseProposed(turn: Turn, reply: ModelReply, options: RedirectOptions): void {
  const { phase } = turn
  if (phase.name !== 'redirecting') return
  if (reply.kind !== 'value' || reply.output !== 'redirection') {
    cancel(turn, 'the model gave no change', options)
    return
  }
  const { questions } = reply.value
  const proposed = changeIn(turn.loop, reply.value)
  if (proposed === null && questions.length === 0) {
    cancel(turn, 'the model found nothing to change', options)
    return
  }
  if (phase.rounds >= mostRounds) {
    cancel(turn, `no change came of ${mostRounds} rounds of questions`, options)
    return
  }
  const fault = proposed && changeFault(turn.loop, proposed, options.review)
  turn.phase = { ...phase, rounds: phase.rounds + 1, proposed: fault ? null : proposed }
  if (proposed === null)
    clarify(
      turn,
      questions.map((question) => oneLine(question) || '?'),
    )
  else if (fault) ask(turn, again(fault), true)
  else clarify(turn, [`${changeText(turn.loop, proposed)}\nYes, or what else?`])
}

function clarify(turn: Turn, questions: readonly string[]): void {
  const requests = questions.map((question) => ({ question, kind: 'question' as const, from: 'coordinator' }))
  turn.send({ type: 'ClarificationRequest', to: 'host', payload: { requests, anew: true } })
}

/** A yes makes the change; nobody's answer makes none; anything else is one more word on it. */
export function clarified(
  turn: Turn,
  { answers }: PayloadOf<LoopContracts, 'ClarificationAnswer'>,
  options: RedirectOptions,
): void {
  const { answer } = saidIn(answers)
  const { phase } = turn
  if (phase.name !== 'redirecting') return
  if (answer.trim() === '') {
    cancel(turn, 'nobody confirmed the change: answer by `clarify`, or give the change as data', options)
    return
  }
  if (phase.proposed !== null && isYes(answer)) {
    prepare(turn, phase.proposed)
    return
  }
  ask(turn, [{ role: 'user', content: `The person answers: ${JSON.stringify(answer)}` }], true)
}
