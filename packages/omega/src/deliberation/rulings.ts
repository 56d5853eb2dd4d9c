import { escaped, oneLine } from '@artoo/llm'
import { askModel, positionOf, saidIn } from '@artoo/runtime'
import { detect } from '../detect/detect.js'
import type { SessionEvent } from '../protocol/log-event.js'
import type { PersonsAnswers } from './clarify.js'
import { judgementPrompt } from './prompts.js'
import type { Transition } from './transition.js'

const unsettled = ({ session }: Transition) => session.contradictions.filter(({ resolution }) => resolution === null)

/** The resolver was heard: what it left is PHI's call. */
export function judged(transition: Transition): void {
  if (!passedOn(transition, { from: 'tier', to: 'phi', agent: 50 })) return
  transition.waiting = 'judgement'
  transition.send(askModel('judgement', judgementPrompt(transition.session), { key: `57.${++transition.requests}` }))
}

/** Only a cascade of contradictions is a matter for a ruling by PHI or a person. */
const isCascade = ({ session }: Transition) => detect(session).some(({ detector }) => detector === 'cascade')

type Escalation = Extract<SessionEvent, { type: 'escalated' }>

/** Somebody else has to rule on what is left, if that is a cascade; if not, the session goes on. */
function passedOn(transition: Transition, way: Pick<Escalation, 'from' | 'to' | 'agent'>): boolean {
  const isLeft = isCascade(transition)
  if (isLeft)
    transition.happen({ type: 'escalated', ...way, reason: `${unsettled(transition).length} contradictions are left` })
  else resumeBatch(transition)
  return isLeft
}

export function ruled(
  transition: Transition,
  rulings: readonly { readonly contradiction: string; readonly holds: string; readonly why: string }[],
): void {
  settle(transition, rulings, 57)
  if (!passedOn(transition, { from: 'phi', to: 'user', agent: null })) return
  transition.waiting = 'ruling'
  askUser(transition, '')
}

function askUser(transition: Transition, note: string): void {
  const requests = unsettled(transition).map(({ id }) => {
    const choices = outcomes.map((outcome) => `${id}: ${outcome}`)
    return { question: `${note}${bothOptions(transition, id)}`, choices, kind: 'question' as const, from: 'panel' }
  })
  transition.send({ type: 'ClarificationRequest', to: 'host', payload: { requests, anew: true } })
}

function bothOptions({ session }: Transition, id: string): string {
  const one = session.contradictions.find((contradiction) => contradiction.id === id)
  const said = (claim: string | undefined) =>
    oneLine(escaped(session.claims.find((other) => other.id === claim)?.statement ?? ''))
  return `${id}: which holds? a: ${said(one?.a)} b: ${said(one?.b)} (answer "${id}: a", "${id}: b", "${id}: both" or "${id}: neither")`
}

/** An outcome and no further words of the same clause: "k1: a bit of both" is none. */
const readable = /\b(k\d+)\s*[:=]?\s*(a|b|both|neither)(?=\s*(?:$|[^\w\s]|(?:and|because|since|k\d+)\b))/gim

/**
 * A person decided, or nobody did. An outcome alone is about the contradiction that was asked about. Words of which nothing can be read
 * are asked for once more.
 */
export function answered(transition: Transition, answers: PersonsAnswers): void {
  const open = unsettled(transition)
  const said = answers.map(({ to: [id = '', ...others], answer }) => {
    const isOutcome = outcomes.some((outcome) => outcome === answer.trim().toLowerCase())
    return isOutcome && others.length === 0 ? `${open[positionOf(id)]?.id}: ${answer}` : answer
  })
  const words = [...said.join('\n').matchAll(readable)]
  const rulings = words.map(([, contradiction = '', holds = '']) => ({
    ...{ contradiction: contradiction.toLowerCase(), holds: holds.toLowerCase(), why: 'the user decided it' },
  }))
  settle(transition, rulings, 'user')
  if (transition.waiting === 'ruling' && rulings.length === 0 && saidIn(answers).answer !== '') {
    transition.waiting = 'last_ruling'
    askUser(transition, '(the answer could not be read)\n')
  } else resumeBatch(transition)
}

const outcomes = ['a', 'b', 'both', 'neither'] as const

function settle(transition: Transition, rulings: Parameters<typeof ruled>[1], by: number | 'user'): void {
  for (const { contradiction, holds, why } of rulings) {
    const outcome = outcomes.find((name) => name === holds)
    const isOpen = unsettled(transition).some(({ id }) => id === contradiction)
    if (outcome && isOpen) transition.happen({ type: 'resolved', contradiction, holds: outcome, why, by })
  }
}

/** Continues after the batch in which the contradictions came up. */
function resumeBatch(transition: Transition): void {
  transition.waiting = 'agents'
  transition.next = 'settle'
}
