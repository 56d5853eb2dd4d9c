import type { ToolTurn } from '@artoo/runtime'
import type { ToolCall, ToolDescriptor } from '@artoo/spec'
import type { Need } from '../messages/need.js'
import { needsOf } from '../people/asking.js'
import { loadTools } from './deferred.js'

const askUser: ToolDescriptor = {
  name: 'ask_user',
  description: 'Asks the user what no tool can tell: all questions at once, before a change.',
  inputSchema: {
    type: 'object',
    properties: { question: { type: 'string' }, choices: { type: 'array', items: { type: 'string' } } },
    required: ['question'],
  },
}

const needsPlan: ToolDescriptor = {
  name: 'needs_plan',
  description:
    'Ends this conversation and has the whole request planned: for work of many steps, only as the first call.',
  inputSchema: { type: 'object', properties: {} },
}

/** Tools of a direct conversation, whose calls the executor answers itself. */
export const ownTools: readonly ToolDescriptor[] = [askUser, needsPlan, loadTools]

export interface Offered {
  /** A person may answer questions. */
  readonly asksUser: boolean
  /** The task may be planned. */
  readonly mayPlan: boolean
}

export const namesOf = ({ asksUser, mayPlan }: Offered): readonly string[] => [
  ...(asksUser ? [askUser.name] : []),
  ...(mayPlan ? [needsPlan.name] : []),
]

export const wantsPlan = ({ name }: ToolCall): boolean => name === needsPlan.name

export const asksUser = ({ name }: ToolCall): boolean => name === askUser.name

/** Questions of one turn. */
const mostQuestions = 5

/** The result of a call whose question is put to the user. */
const follows = 'The answer follows.'

/** The answers to calls of these tools, in their order; null for any other call. `mayAsk`: a round of questions is left. */
export function ownAnswers(offered: Offered, mayAsk: boolean): (call: ToolCall) => string | null {
  const names = namesOf(offered)
  let questions = 0
  return (call) => {
    if (!names.includes(call.name)) return null
    if (wantsPlan(call)) return 'It is too late for that: go on.'
    if (!mayAsk) return 'Nothing more can be asked: go on with what you have.'
    if (questionIn(call) === null) return 'No question could be read: give "question", a text.'
    return ++questions <= mostQuestions
      ? follows
      : `Only ${mostQuestions} questions are put at once: ask what matters most.`
  }
}

/** The questions of a turn that are put to the user. */
export const questionsIn = (turn: ToolTurn): readonly Need[] =>
  needsOf(turn.flatMap(({ call, answer }) => (answer === follows ? (questionIn(call) ?? []) : [])))

/** A question with its legible choices; null where there is none. */
function questionIn({ input }: ToolCall) {
  const { question, choices } = Object(input) as Readonly<Record<string, unknown>>
  if (typeof question !== 'string' || question.trim() === '') return null
  const legible = Array.isArray(choices) ? choices.filter((choice) => typeof choice === 'string') : []
  return { question, choices: legible }
}
