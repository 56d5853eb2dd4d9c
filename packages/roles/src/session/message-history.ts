import { ArtooError, shortened } from '@artoo/spec'
import type { EarlierTurn } from '../messages/task.js'

/** A piece of a message, as the AI SDK has them in its `ModelMessage` and `UIMessage`. */
export interface MessagePart {
  readonly type: string
  readonly text?: string | undefined
}

/** A message of a chat: with its text, or with its pieces in `content` (`ModelMessage`) or `parts` (`UIMessage`). */
export interface ChatMessage {
  readonly role: string
  readonly content?: string | readonly MessagePart[] | undefined
  readonly parts?: readonly MessagePart[] | undefined
}

/** A chat whose last message is the task. */
export interface MessageHistory {
  readonly messages: readonly ChatMessage[]
}

export interface Asked {
  readonly text: string
  readonly earlier: readonly EarlierTurn[]
}

/** Turns of a history that are told, the last ones. */
const mostTurns = 20

/** Characters that are told of a call and of its result. */
const longestCall = 500

/**
 * The task of a chat, with the turns before it. Reasoning, marks of steps and an app's own `data-` pieces are left out; calls of an earlier answer are told in words.
 *
 * @throws {ArtooError} `invalid_input`, naming the message: for one that is no message, a role or a piece that can't be carried, or
 * when the last one is not the user's.
 */
export function askedIn({ messages }: MessageHistory): Asked {
  if (!Array.isArray(messages) || messages.length === 0) throw refused('messages', 'is a list of messages')
  const turns: { asked: string[]; answer: string[] }[] = []
  for (const [index, message] of messages.entries()) {
    const field = `messages[${index}]`
    const text = textOf(message, field)
    const last = turns.at(-1)
    if (message.role === 'assistant') {
      if (last) last.answer.push(text)
      else turns.push({ asked: [], answer: [text] })
    } else if (last && last.answer.length === 0) last.asked.push(text)
    else turns.push({ asked: [text], answer: [] })
  }
  const task = turns.pop()
  if (!task || task.answer.length > 0) {
    throw refused(`messages[${messages.length - 1}]`, 'is the task, and has to be of the role user')
  }
  const earlier = turns.slice(-mostTurns).map(
    ({ asked, answer }): EarlierTurn => ({
      ...{ asked: asked.join('\n\n'), answer: answer.join('\n\n') },
      ended: answer.length > 0 ? 'answered' : 'unfinished',
    }),
  )
  return { text: task.asked.join('\n\n'), earlier }
}

function textOf(message: ChatMessage, field: string): string {
  if (typeof message !== 'object' || message === null) throw refused(field, 'is no message: give { role, content }')
  const { role, content, parts = content } = message
  if (role === 'system') throw refused(`${field}.role`, 'is system: give the text as `instructions`')
  if (role !== 'user' && role !== 'assistant') {
    throw refused(`${field}.role`, `is ${JSON.stringify(role)}: only user and assistant can be carried`)
  }
  if (typeof parts === 'string') return parts
  const at = message.parts ? 'parts' : 'content'
  if (!Array.isArray(parts)) throw refused(`${field}.${at}`, 'is a text or a list of pieces')
  const told = parts.map((part, index) => pieceOf(part, `${field}.${at}[${index}]`))
  // An answer that was written anew leaves its first texts in the message, before a mark.
  const voided = parts.findLastIndex((part) => part?.type === 'data-answer-reset')
  return told.filter((text, index) => text !== '' && (parts[index]?.type !== 'text' || index > voided)).join('\n\n')
}

/** Pieces that say nothing to whoever goes on. */
const silent: readonly unknown[] = ['reasoning', 'step-start', 'source-url', 'source-document']

function pieceOf(part: unknown, field: string): string {
  const { type, text, ...rest } = (typeof part === 'object' && part !== null ? part : {}) as Partial<MessagePart>
  if (type === 'text' && typeof text === 'string') return text
  if (silent.includes(type) || type?.startsWith('data-')) return ''
  if (type?.startsWith('tool-') || type === 'dynamic-tool') return callIn(type, rest)
  throw refused(`${field}.type`, `is ${JSON.stringify(type)}, which can't be carried: give its content as text`)
}

/** A call of a `UIMessage`, or of a `ModelMessage`. */
function callIn(type: string, call: Readonly<Record<string, unknown>>): string {
  const { toolName = type.replace(/^tool-/, ''), input, output, errorText } = call
  const outcome = errorText === undefined ? { output } : { error: errorText }
  return `[Call: ${shortened(JSON.stringify({ tool: toolName, input, ...outcome }), longestCall)}]`
}

const refused = (field: string, why: string) => new ArtooError('invalid_input', `${field} ${why}`, { field })
