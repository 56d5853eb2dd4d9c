import type { PersonAnswer } from '@artoo/sdk'
import { ArtooError, errorCode, errorMessage, isRecord } from '@artoo/spec'
import type { Surroundings } from '../call/call.js'
import { people } from '../conversation/people.js'
import { writeJson } from '../headless/json-output.js'
import { inputLines } from './input-lines.js'
import { type Person, personName } from './person.js'

/** Asks in lines of JSON: `{ type: 'request', request }` out, `{ type: 'answer', id, answer }` in. */
export function askInJson({ stdin, stdout }: Surroundings): Person {
  const asked = people(personName, {
    asked: (taskId, request) => writeJson(stdout, { type: 'request', taskId, request }),
    settled: (taskId, id) => writeJson(stdout, { type: 'settled', taskId, id }),
  })
  let number = 0
  const stop = inputLines(stdin, (line) => {
    number += 1
    if (line === null) asked.leave()
    if (line === null || line.trim() === '') return
    try {
      const { id, answer } = answerIn(line)
      if (!asked.answer(id, answer))
        throw new ArtooError('unknown_request', `${id} is no open request`, { field: 'id' })
    } catch (error) {
      const code = errorCode(error) ?? 'invalid_line'
      writeJson(stdout, { type: 'error', line: number, code, message: errorMessage(error) })
    }
  })
  return {
    confirm: asked.confirm,
    clarify: asked.clarify,
    close() {
      stop()
      asked.leave()
    },
  }
}

function answerIn(line: string): { readonly id: string; readonly answer: PersonAnswer } {
  const value: unknown = JSON.parse(line)
  if (isRecord(value) && value.type === 'answer' && typeof value.id === 'string' && isAnswer(value.answer)) {
    return { id: value.id, answer: value.answer }
  }
  throw new ArtooError('invalid_line', 'a line of input is {"type":"answer","id":"…","answer":…}')
}

/** The parts of an answer are looked at where it is taken. */
const isAnswer = (value: unknown): value is PersonAnswer =>
  typeof value === 'boolean' || typeof value === 'string' || isRecord(value)
