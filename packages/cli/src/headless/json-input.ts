import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type PersonAnswer, permissionModes } from '@artoo/sdk'
import { ArtooError, errorCode, errorMessage, isRecord } from '@artoo/spec'
import type { Conversation, RewindPart } from '../conversation/conversation.js'

/** A line of input, such as `{ "type": "answer", "id": "…", "answer": true }`. */
type Line = Readonly<Record<string, unknown>>

/** The actions of a line by its type. */
type Actions = Readonly<Record<string, (line: Line) => Promise<void> | void>>

export interface ConversationInput extends Reading {
  readonly conversation: Conversation
  /** Carries out `/cost` and the like; the result is written as a line. */
  readonly command: (line: string) => Promise<object>
}

/** The actions of a line by its type: all that the keys and commands of the screen do. */
export function conversationActions({ conversation, command, write, signal }: ConversationInput): Actions {
  return {
    async task(line) {
      if (conversation.taskId !== null) {
        throw invalid('type', 'a task is under way: send `words` to it, or `interrupt` first')
      }
      await conversation.say(text(line, 'text'))
    },
    async words(line) {
      if (conversation.taskId === null) throw invalid('type', 'no task is under way: send a `task`')
      await conversation.say(text(line, 'text'))
    },
    answer: (line) => answerRequest(line, conversation),
    interrupt: () => conversation.interrupt(),
    mode(line) {
      const mode = permissionModes.find((known) => known === line.mode)
      if (!mode) throw invalid('mode', `is one of ${permissionModes.join(', ')}`)
      conversation.setMode(mode)
    },
    resume: (line) => conversation.resume(text(line, 'taskId')),
    points: async () => write({ type: 'points', points: await conversation.points(signal) }),
    async rewind(line) {
      const part = parts.find((known) => known === line.part)
      if (!part) throw invalid('part', 'is files, conversation or both')
      const { round = null } = line
      if (round !== null && typeof round !== 'number') throw invalid('round', 'is the number of a round, or null')
      write({ type: 'rewound', ...(await conversation.rewind({ taskId: text(line, 'taskId'), round }, part)) })
    },
    command: async (line) => write(await command(text(line, 'line'))),
  }
}

const parts = ['files', 'conversation', 'both'] as const satisfies readonly RewindPart[]

/** Answers the open request that a line names. */
export function answerRequest(line: Line, { requests, answer }: Pick<Conversation, 'requests' | 'answer'>): void {
  const id = text(line, 'id')
  if (answer(id, line.answer as PersonAnswer)) return
  const open = requests.map((request) => request.id).join(', ')
  throw new ArtooError('unknown_request', `${id} is no open request; open: ${open || 'none'}`, { field: 'id' })
}

export interface Reading {
  readonly write: (line: object) => void
  readonly signal: AbortSignal
}

/** Carries out the lines of an input, one after the other, until it ends or says `close`. A line that can't be carried out is answered by an `error`. */
export async function readInput(stdin: Readable, actions: Actions, { write, signal }: Reading): Promise<void> {
  const lines = createInterface({ input: stdin, crlfDelay: Number.POSITIVE_INFINITY, signal })
  let number = 0
  try {
    for await (const words of lines) {
      number += 1
      if (words.trim() === '') continue
      try {
        const line = parsed(words)
        if (line.type === 'close') return
        const action = Object.hasOwn(actions, String(line.type)) ? actions[String(line.type)] : undefined
        if (!action) throw invalid('type', `is one of ${Object.keys(actions).join(', ')}, close`)
        await action(line)
      } catch (error) {
        write({ type: 'error', line: number, code: errorCode(error) ?? 'failed', message: errorMessage(error) })
      }
    }
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    lines.close()
  }
}

function parsed(words: string): Line {
  try {
    const value: unknown = JSON.parse(words)
    if (isRecord(value)) return value
  } catch {}
  throw new ArtooError('invalid_line', 'a line of input is a JSON object with a `type`: see docs/terminal.md')
}

function text(line: Line, field: string): string {
  const value = line[field]
  if (typeof value === 'string' && value !== '') return value
  throw invalid(field, 'is a text')
}

const invalid = (field: string, what: string) => new ArtooError('invalid_line', `${field} ${what}`, { field })
