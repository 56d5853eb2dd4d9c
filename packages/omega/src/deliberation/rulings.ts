import { escaped, oneLine } from '@artoo/llm'
import { askModel } from '@artoo/runtime'
import { detect } from '../detect/detect.js'
import type { SessionEvent } from '../protocol/log-event.js'
import { judgementPrompt } from './prompts.js'
import type { Turn } from './turn.js'

const unsettled = ({ session }: Turn) => session.contradictions.filter(({ resolution }) => resolution === null)

/** The resolver was heard: what it left is PHI's call. */
export function judged(turn: Turn): void {
  if (!passedOn(turn, { from: 'tier', to: 'phi', agent: 50 })) return
  turn.waiting = 'judgement'
  turn.send(askModel('judgement', judgementPrompt(turn.session), { key: `57.${++turn.requests}` }))
}

/** Only a cascade of contradictions is a matter for a ruling by PHI or a person. */
const isCascade = ({ session }: Turn) => detect(session).some(({ detector }) => detector === 'cascade')

type Escalation = Extract<SessionEvent, { type: 'escalated' }>

/** Somebody else has to rule on what is left, if that is a cascade; if not, the session goes on. */
function passedOn(turn: Turn, way: Pick<Escalation, 'from' | 'to' | 'agent'>): boolean {
  const isLeft = isCascade(turn)
  if (isLeft) turn.happen({ type: 'escalated', ...way, reason: `${unsettled(turn).length} contradictions are left` })
  else goOn(turn)
  return isLeft
}

export function ruled(
  turn: Turn,
  rulings: readonly { readonly contradiction: string; readonly holds: string; readonly why: string }[],
): void {
  settle(turn, rulings, 57)
  if (!passedOn(turn, { from: 'phi', to: 'user', agent: null })) return
  turn.waiting = 'ruling'
  turn.send({
    type: 'ClarificationRequest',
    to: 'host',
    payload: { requests: unsettled(turn).map(({ id }) => ruling(turn, id)) },
  })
}

function ruling(turn: Turn, id: string) {
  const choices = outcomes.map((outcome) => `${id}: ${outcome}`)
  return { question: bothOptions(turn, id), choices, kind: 'question' as const, from: 'panel' }
}

function bothOptions({ session }: Turn, id: string): string {
  const one = session.contradictions.find((contradiction) => contradiction.id === id)
  const said = (claim: string | undefined) =>
    oneLine(escaped(session.claims.find((other) => other.id === claim)?.statement ?? ''))
  return `${id}: which holds? a: ${said(one?.a)} b: ${said(one?.b)} (answer "${id}: a", "${id}: b", "${id}: both" or "${id}: neither")`
}

/** A person decided, or nobody did. */
export function answered(turn: Turn, answer: string): void {
  const words = [...answer.matchAll(/\b(k\d+)\s*[:=]?\s*(a|b|both|neither)\b/gi)]
  const rulings = words.map(([, contradiction = '', holds = '']) => ({
    ...{ contradiction: contradiction.toLowerCase(), holds: holds.toLowerCase(), why: 'the user decided it' },
  }))
  settle(turn, rulings, 'user')
  goOn(turn)
}

const outcomes = ['a', 'b', 'both', 'neither'] as const

function settle(turn: Turn, rulings: Parameters<typeof ruled>[1], by: number | 'user'): void {
  for (const { contradiction, holds, why } of rulings) {
    const outcome = outcomes.find((name) => name === holds)
    const isOpen = unsettled(turn).some(({ id }) => id === contradiction)
    if (outcome && isOpen) turn.happen({ type: 'resolved', contradiction, holds: outcome, why, by })
  }
}

/** Continues after the batch in which the contradictions came up. */
function goOn(turn: Turn): void {
  turn.waiting = 'agents'
  turn.next = 'settle'
}
