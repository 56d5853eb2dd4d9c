import type { PayloadOf } from '@artoo/bus'
import { oneLine } from '@artoo/llm'
import { saidIn } from '@artoo/runtime'
import type { OmegaContracts } from '../messages/contracts.js'
import { read } from './begin.js'
import type { Transition } from './transition.js'

export type PersonsAnswers = PayloadOf<OmegaContracts, 'ClarificationAnswer'>['answers']

/** True while the only batch of the plan was sent to make the problem clear. */
export const isClarifying = ({ panel, session: { problem, deployed } }: Transition): boolean =>
  panel !== 'own' && problem.classification?.wellDefined === false && deployed.length === 1 && deployed.includes(47)

/** The first agent was sent to make the problem clear. */
export function clarify(transition: Transition): void {
  const statement = clarifiedBy(transition)?.problem
  if (statement) {
    clarified(transition, statement, 47)
    return
  }
  transition.waiting = 'clarification'
  const requests = questionsOf(transition).map((question) => ({ question, kind: 'question' as const, from: 'panel' }))
  transition.send({ type: 'ClarificationRequest', to: 'host', payload: { requests } })
}

const clarifiedBy = ({ session }: Transition) => session.messages.findLast(({ agent }) => agent === 47)?.clarified

function questionsOf(transition: Transition): readonly string[] {
  const open = (clarifiedBy(transition)?.questions ?? []).map((question) => oneLine(question) || '?')
  return open.length > 0 ? open : ['What exactly is asked, and what would count as an answer?']
}

export function userClarified(transition: Transition, answers: PersonsAnswers): void {
  const { answer } = saidIn(answers, questionsOf(transition))
  const { original } = transition.session.problem
  clarified(transition, answer === '' ? original : `${original}\n${answer}`, 'user')
}

function clarified(transition: Transition, statement: string, by: 47 | 'user'): void {
  transition.happen({ type: 'clarified', statement, by })
  transition.given = { ...transition.given, wellDefined: true }
  read(transition, statement)
}
