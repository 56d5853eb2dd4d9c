import type { Message } from '@artoo/spec'
import type { Outgoing } from '../messages/contracts.js'
import type { Clarification } from '../messages/need.js'
import type { Steering } from '../messages/steering.js'

export const asClarification = ({ number, text }: Steering): Clarification => ({
  ...{ questions: [], answer: text, added: number },
})

/** The words that the user added, in their order. */
export const addedIn = (clarifications: readonly Clarification[]): readonly string[] =>
  clarifications
    .filter(({ added }) => added !== undefined)
    .toSorted((one, other) => (one.added ?? 0) - (other.added ?? 0))
    .map(({ answer }) => answer)

/** Answers of the user and words that were added, as data for a model; without the empty ones. */
export function spokenIn(clarifications: readonly Clarification[]) {
  const answers = clarifications.filter(({ added }) => added === undefined)
  const added = addedIn(clarifications)
  return { ...(answers.length > 0 && { clarifications: answers }), ...(added.length > 0 && { added }) }
}

/** For a planner that is told of added words. */
export const addedForPlanner =
  '"added" is what the user said while the work was under way: it is part of the request, and counts where it contradicts what was said before it, a standing criterion included.'

/** For a judge of work to which words were added. */
export const addedForJudge = `"added", in "request" marked as "(added later)", is what the user said while the work was under way: it is part of the request, and counts where it
contradicts what was said before it, or a criterion. A criterion of which it takes the place is "replaced": quote in the evidence the words that do.`

const openings = {
  planner: '[The user adds, while you plan. This counts before what was said so far:]',
  executor:
    '[The user adds, while you work. This counts before the request, the intent and the criteria; where it takes the place of something made already, put that right, or say what is left:]',
} as const

/** The next messages of a conversation with the words that were added since the last. */
export function withAddedWords(
  messages: readonly Message[],
  added: readonly Steering[],
  to: keyof typeof openings,
): readonly Message[] {
  if (added.length === 0) return messages
  const content = `${openings[to]}\n${added.map(({ text }) => text).join('\n\n')}`
  const last = messages.at(-1)
  // Some providers refuse two messages of one role in a row.
  if (last?.role !== 'user') return [...messages, { role: 'user', content }]
  return [...messages.slice(0, -1), { ...last, content: `${last.content}\n\n${content}` }]
}

/** Tells the controller that a model is told of them with its next call. */
export function heardBy(added: readonly Steering[]): Extract<Outgoing<'R2' | 'R3'>, { type: 'SteeringHeard' }>[] {
  if (added.length === 0) return []
  return [{ type: 'SteeringHeard', to: 'R7', payload: { numbers: added.map(({ number }) => number) } }]
}
