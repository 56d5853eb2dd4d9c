import { oneLine } from '@artoo/llm'
import { positionOf } from '@artoo/runtime'
import type { AgentReportInput } from '../protocol/report.js'
import type { Claim } from '../protocol/state.js'
import { normalForm } from '../session/normal-form.js'
import { answersIn, choiceOf, noneOfThese } from './ask-persons.js'
import type { PersonsAnswers } from './clarify.js'
import { heard, silent } from './hear.js'
import type { Transition } from './transition.js'

/** The confidence of a person, who isn't asked for a number. */
const sure = 0.9
/** The factor of an answer that a person picks, and of all when a person picks none. */
const picked = 1.5
const refused = 0.6

/** Hears the persons of a batch. The panel goes on without one who gave no answer. */
export function personsAnswered(transition: Transition, answers: PersonsAnswers): void {
  const { asked } = transition
  transition.asked = []
  for (const [position, key] of asked.entries()) {
    const said = answers.find(({ to }) => to.some((id) => positionOf(id) === position))?.answer.trim() ?? ''
    const assignment = transition.assignments[key]
    if (!assignment) continue
    const report = said === '' ? null : reportOf(transition, assignment.agent, said)
    const why = said === '' ? 'gave no answer' : `said what is none of the answers: ${oneLine(said, 100)}`
    if (report === null) silent(transition, key, 'no_answer', why)
    else heard(transition, key, report)
  }
}

/** Null for words of a judge that name none of the answers. */
function reportOf(transition: Transition, agent: number, said: string): Partial<AgentReportInput> | null {
  const line = oneLine(said, 200)
  const common = { verdict: line, confidence: sure, text: said.slice(0, 4_000) }
  if (transition.roster.card(agent).tier === 'GENESIS') return { ...common, answer: said.slice(0, 1_000) }
  const answers = answersIn(transition)
  const form = normalForm(said)
  const isNone = form === noneOfThese
  const isMeant = (claim: Claim) =>
    [choiceOf(claim), claim.id, claim.statement].some((words) => normalForm(words) === form)
  const choice = answers.filter((claim) => isNone || isMeant(claim))
  if (choice.length === 0 && !isNone) return null
  const factor = isNone ? refused : picked
  const type = isNone ? ('CONTRADICTS' as const) : ('SUPPORTS' as const)
  return { ...common, references: choice.map(({ id }) => ({ type, claim: id, factor, evidence: null, check: null })) }
}
