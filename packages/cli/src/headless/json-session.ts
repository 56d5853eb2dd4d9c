import { errorCode, errorMessage } from '@artoo/spec'
import type { Call } from '../call/call.js'
import { exitCodeOf, exitCodes } from '../call/exit-codes.js'
import type { Conversation } from '../conversation/conversation.js'
import { conversationActions, readInput } from './json-input.js'
import { jsonLine, writeJson } from './json-output.js'

export interface JsonSession {
  readonly conversation: Conversation
  readonly call: Pick<Call, 'stdin' | 'stdout' | 'signal'>
  /** Carries out `/cost` and the like. */
  readonly command: (line: string) => Promise<object>
  /** Begins the only task; null: the input begins tasks until it ends. */
  readonly begin: (() => Promise<unknown>) | null
}

/** Holds a conversation in lines of JSON: events out, tasks, words, answers and commands in. Resolves to the exit code. */
export async function jsonSession({ conversation, call, command, begin }: JsonSession): Promise<number> {
  const { stdin, stdout, signal } = call
  const write = (line: object) => writeJson(stdout, line)
  let code: number = exitCodes.complete[0]
  const stop = conversation.listen((happening) => {
    if (happening.type === 'outcome') code = exitCodeOf(happening.outcome)
    if (happening.type === 'failure') code = exitCodes.failed[0]
    write(jsonLine(happening))
  })
  const ending = new AbortController()
  const reading = { write, signal: AbortSignal.any([signal, ending.signal]) }
  try {
    if (begin) await begin()
    // A person at a terminal doesn't write JSON.
    const input = stdin.isTTY
      ? Promise.resolve()
      : readInput(stdin, conversationActions({ conversation, command, ...reading }), reading)
    const inputEnded = input.then(() => conversation.leave())
    if (begin) await conversation.idle()
    else await inputEnded
    await conversation.idle()
    ending.abort()
    await inputEnded
  } catch (error) {
    write({ type: 'error', code: errorCode(error) ?? 'failed', message: errorMessage(error) })
    code = exitCodes.usage[0]
  } finally {
    ending.abort()
    stop()
  }
  return code
}
