import { jsonSchemaOf, type ToolCall, type ToolDescriptor } from '@artoo/spec'
import * as z from 'zod'
import type { Need } from '../messages/need.js'
import { needsOf } from '../people/asking.js'

const question = z.object({
  question: z.string().min(1).max(4_000),
  choices: z.array(z.string().min(1).max(4_000)).max(100).optional(),
})

const askUser: ToolDescriptor = {
  name: 'ask_user',
  description: 'Asks the user what no tool can tell.',
  inputSchema: jsonSchemaOf(question),
}

const needsPlan: ToolDescriptor = {
  name: 'needs_plan',
  description: 'First of all: plans work of many steps.',
  inputSchema: { type: 'object', properties: {} },
}

/** Tools of a direct conversation, whose calls the executor answers itself. */
export const ownTools: readonly ToolDescriptor[] = [askUser, needsPlan]

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

/** The questions among the calls of a turn; calls that ask nothing legible are none. */
export const questionsIn = (calls: readonly ToolCall[]): readonly Need[] =>
  needsOf(calls.flatMap((call) => questionOf(call) ?? []))

function questionOf({ name, input }: ToolCall) {
  return name === askUser.name ? (question.safeParse(input).data ?? null) : null
}

/** The answer to a call of such a tool, beside which the user's own words follow; null for any other call. */
export function ownAnswer(call: ToolCall): string | null {
  if (wantsPlan(call)) return 'It is too late for that: go on.'
  if (call.name !== askUser.name) return null
  return questionOf(call) === null ? 'No question could be read: give "question".' : 'The answer follows.'
}
