import type { PersonAnswer } from '@artoo/runtime'

/** Name of the tool part that stands for a question to the person. */
export const askUser = 'ask_user'

/** Answers by the ids of what was asked, as `resume` takes them. */
export interface ChatAnswers {
  readonly taskId: string
  readonly answers: Readonly<Record<string, PersonAnswer>>
}

/**
 * The answers that a person has given in a chat to a task that waits; null when the last message is none of a task's, or nothing in
 * it has a new answer. The message's id is the task's: check that the task is the user's before you resume it.
 *
 * An approval becomes `{ allow: 'once' }` or `{ allow: false, note }`. The output of a tool part `ask_user` is the answer to its
 * question, or `{ granted, note? }` for an access: secrets that the tools need are added by the server, as `context` of that answer.
 *
 * @param messages as `useChat` sends them; what isn't of that shape holds no answer.
 * @param by the person, for the journal. @defaultValue `host`
 */
export function answersIn(
  messages: readonly unknown[],
  { by }: { readonly by?: string | undefined } = {},
): ChatAnswers | null {
  const message = lastOf(messages)
  if (!message) return null
  const { id, parts: found } = message
  const told = new Set(found.filter(({ type }) => type === 'data-answered').map((part) => part.id))
  const given = found.flatMap((part) => answerOf(part, by)).filter(([to]) => !told.has(to))
  return given.length === 0 ? null : { taskId: id, answers: Object.fromEntries(given) }
}

/**
 * Whether each thing that the last message asks has its answer, and one of them is new: the moment to send it, for
 * `sendAutomaticallyWhen` of `useChat`.
 */
export function isAnswered({ messages }: { readonly messages: readonly unknown[] }): boolean {
  const isOpen = ({ state, toolName }: Fields) =>
    state === 'approval-requested' || (toolName === askUser && state === 'input-available')
  return answersIn(messages) !== null && !lastOf(messages)?.parts.some(isOpen)
}

/** Ids of the calls that stand in the last message, if it is the task's. */
export function callsIn(messages: readonly unknown[], taskId: string): readonly string[] {
  const message = lastOf(messages)
  if (message?.id !== taskId) return []
  return message.parts.flatMap(({ toolCallId }) => (typeof toolCallId === 'string' ? [toolCallId] : []))
}

/** The last message, if it is an assistant's and can be read: pages send all kinds of things. */
function lastOf(messages: readonly unknown[]): { readonly id: string; readonly parts: readonly Fields[] } | null {
  const { id, role, parts } = fieldsOf(Array.isArray(messages) ? messages.at(-1) : null)
  if (role !== 'assistant' || typeof id !== 'string' || !Array.isArray(parts)) return null
  return { id, parts: parts.map(fieldsOf) }
}

type Fields = Readonly<Record<string, unknown>>

const fieldsOf = (value: unknown): Fields => (typeof value === 'object' && value !== null ? (value as Fields) : {})

/** An answer is read and not checked: `resume` refuses one that fits no question. */
function answerOf(part: Fields, by: string | undefined): readonly (readonly [string, PersonAnswer])[] {
  const { state, toolName, toolCallId, output } = part
  if (state === 'approval-responded') {
    const { id, approved, reason } = fieldsOf(part.approval)
    if (typeof id !== 'string') return []
    const person = by === undefined ? {} : { by }
    const note = typeof reason === 'string' && reason !== '' ? { note: reason } : {}
    return [[id, approved === true ? { allow: 'once', ...person } : { allow: false, ...note, ...person }]]
  }
  if (toolName !== askUser || state !== 'output-available' || typeof toolCallId !== 'string') return []
  return [[toolCallId, toQuestion(output, by)]]
}

/** A page adds nothing to the context of a task, which may say who its user is. */
function toQuestion(output: unknown, by: string | undefined): PersonAnswer {
  const person = by === undefined ? {} : { by }
  if (typeof output === 'string') return by === undefined ? output : { answer: output, by }
  const { granted, note } = fieldsOf(output)
  if (granted === true) return { granted, ...person }
  return { granted: false, ...(typeof note === 'string' && { note }), ...person }
}
