import type { PayloadOf } from '@artoo/bus'
import { oneLine } from '@artoo/llm'
import { saidIn } from '@artoo/runtime'
import type { OmegaContracts } from '../messages/contracts.js'
import { read } from './begin.js'
import type { Turn } from './turn.js'

export type PersonsAnswers = PayloadOf<OmegaContracts, 'ClarificationAnswer'>['answers']

/** The first agents were sent to make the problem clear. */
export function clarify(turn: Turn): void {
  const { session } = turn
  const message = session.messages.findLast(({ header }) => header.agentId === 47)
  const statement = message?.body.clarified
  if (statement) {
    clarified(turn, statement, 47)
    return
  }
  turn.waiting = 'clarification'
  const requests = questionsOf(turn).map((question) => ({ question, kind: 'question' as const, from: 'panel' }))
  turn.send({ type: 'ClarificationRequest', to: 'host', payload: { requests } })
}

function questionsOf({ session }: Turn): readonly string[] {
  const open = session.questions.open.slice(0, 5).map((question) => oneLine(question) || '?')
  return open.length > 0 ? open : ['What exactly is asked, and what would count as an answer?']
}

export function userClarified(turn: Turn, answers: PersonsAnswers): void {
  const { answer } = saidIn(answers, questionsOf(turn))
  const { original } = turn.session.problem
  clarified(turn, answer === '' ? original : `${original}\n${answer}`, 'user')
}

function clarified(turn: Turn, statement: string, by: 47 | 'user'): void {
  turn.happen({ type: 'clarified', statement, by })
  turn.given = { ...turn.given, wellDefined: true }
  read(turn, statement)
}
