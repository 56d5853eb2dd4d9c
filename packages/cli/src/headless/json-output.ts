import type { Writable } from 'node:stream'
import { escaped } from '@artoo/llm'
import type { Happening } from '../conversation/conversation.js'

/** Writes a value as one line of JSON, with an escape for each character that can't be seen: the reader may be a terminal. */
export const writeJson = (stdout: Writable, value: object): void => void stdout.write(`${escaped(value)}\n`)

/** A happening as a line of JSON: an event as it stands in the journal, anything else under a type in small letters. */
export function jsonLine(happening: Happening): object {
  switch (happening.type) {
    case 'event':
      return happening.event
    case 'answer':
      return { ...happening.piece, taskId: happening.taskId }
    default:
      return happening
  }
}
