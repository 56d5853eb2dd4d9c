import type { Message } from '@artoo/spec'
import type { Outgoing } from '../messages/contracts.js'
import type { Clarification } from '../messages/need.js'
import type { Steering } from '../messages/steering.js'

/** Added words as planners and judges are shown them: they may take back a criterion that was planned without them. */
export const asClarification = ({ number, text }: Steering): Clarification => ({
  questions: [
    `Added by the user while the work was under way (${number}); the last one counts before the others, the request and the criteria:`,
  ],
  answer: text,
})

/** The next messages of a conversation with the words that were added since the last. */
export function withAddedWords(messages: readonly Message[], added: readonly Steering[]): readonly Message[] {
  if (added.length === 0) return messages
  const content = `[The user adds while you work:]\n${added.map(({ text }) => text).join('\n\n')}`
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
