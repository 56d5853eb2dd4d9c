import { oneLine } from '@artoo/llm'
import { standing } from '../evidence/counted.js'
import type { Claim } from '../protocol/state.js'
import type { Transition } from './transition.js'

export const noneOfThese = 'none of these'

export const answersIn = ({ session }: Transition): readonly Claim[] =>
  standing(session).filter(({ isAnswer }) => isAnswer)

export const choiceOf = ({ id, statement }: Claim) => `${id}: ${oneLine(statement, 200)}`

/** Asks the persons of a batch, each by name, in one request. */
export function askPersons(transition: Transition): void {
  const { asked, assignments, roster, session } = transition
  if (asked.length === 0) return
  const problem = oneLine(session.problem.clarified ?? session.problem.original, 2_000)
  const requests = asked.flatMap((key) => {
    const assignment = assignments[key]
    if (!assignment) return []
    const { name, tier } = roster.card(assignment.agent)
    const question = `${name}, ${tier === 'GENESIS' ? 'what is your answer' : 'which answer is right'}? ${problem}`
    const choices = tier === 'GENESIS' ? {} : { choices: [...answersIn(transition).map(choiceOf), noneOfThese] }
    return [{ question, ...choices, kind: 'question' as const, from: 'panel' }]
  })
  transition.send({ type: 'ClarificationRequest', to: 'host', payload: { requests, anew: session.iteration > 1 } })
}
