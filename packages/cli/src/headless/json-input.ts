import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type PersonAnswer, permissionModes } from '@artoo/sdk'
import { ArtooError, errorCode, errorMessage } from '@artoo/spec'
import type { Conversation, RewindPart } from '../conversation/conversation.js'

/** A line of input, such as `{ "type": "answer", "id": "…", "answer": true }`. */
type Line = Readonly<Record<string, unknown>>

export interface InputOptions {
  readonly conversation: Conversation
  /** Carries out `/cost` and the like; the result is written as a line. */
  readonly command: (line: string) => Promise<object>
  readonly write: (line: object) => void
  readonly signal: AbortSignal
}

type Action = (line: Line, options: InputOptions) => Promise<void> | void

/** The actions of a line by its type: all that the keys and commands of the screen do. */
const actions: Readonly<Record<string, Action>> = {
  task: async (line, { conversation }) => {
    if (conversation.taskId !== null)
      throw invalid('type', 'is `task`, and one is under way: send `words` to it, or `interrupt` first')
    await conversation.say(text(line, 'text'))
  },
  words: async (line, { conversation }) => {
    if (conversation.taskId === null) throw invalid('type', 'is `words`, and no task is under way: send a `task`')
    await conversation.say(text(line, 'text'))
  },
  answer: (line, { conversation }) => {
    const id = text(line, 'id')
    if (!conversation.answer(id, line.answer as PersonAnswer)) {
      const open = conversation.requests.map((request) => request.id).join(', ')
      throw new ArtooError('unknown_request', `${id} is no open request; open: ${open || 'none'}`, { field: 'id' })
    }
  },
  interrupt: (_, { conversation }) => conversation.interrupt(),
  mode: (line, { conversation }) => {
    const mode = permissionModes.find((known) => known === line.mode)
    if (!mode) throw invalid('mode', `is one of ${permissionModes.join(', ')}`)
    conversation.setMode(mode)
  },
  resume: (line, { conversation }) => conversation.resume(text(line, 'taskId')),
  points: async (_, { conversation, write, signal }) =>
    write({ type: 'points', points: await conversation.points(signal) }),
  rewind: async (line, { conversation, write }) => {
    const part = (['files', 'conversation', 'both'] as const satisfies readonly RewindPart[]).find(
      (known) => known === line.part,
    )
    if (!part) throw invalid('part', 'is files, conversation or both')
    const { round = null } = line
    if (round !== null && typeof round !== 'number') throw invalid('round', 'is the number of a round, or null')
    write({ type: 'rewound', ...(await conversation.rewind({ taskId: text(line, 'taskId'), round }, part)) })
  },
  command: async (line, { command, write }) => write(await command(text(line, 'line'))),
}

/** Carries out the lines of an input, one after the other, until it ends or says `close`. A line that can't be carried out is answered by an `error`. */
export async function readInput(stdin: Readable, options: InputOptions): Promise<void> {
  const { write, signal } = options
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
        await action(line, options)
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
  const value: unknown = attempt(() => JSON.parse(words))
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Line
  throw new ArtooError('invalid_line', 'a line of input is a JSON object with a `type`: see docs/terminal.md')
}

function attempt(parse: () => unknown): unknown {
  try {
    return parse()
  } catch {
    return undefined
  }
}

function text(line: Line, field: string): string {
  const value = line[field]
  if (typeof value === 'string' && value !== '') return value
  throw invalid(field, 'is a text')
}

const invalid = (field: string, what: string) => new ArtooError('invalid_line', `${field} ${what}`, { field })
