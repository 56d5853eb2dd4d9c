import type { PersonAnswer } from '@artoo/sdk'
import { errorMessage, isRecord } from '@artoo/spec'
import type { Surroundings } from '../../command-line/call.js'
import { people } from '../../conversation/people.js'
import { jsonLine } from '../output/json-line.js'
import { inputLines } from './input-lines.js'
import { type Person, personName } from './person.js'

/** Asks in lines of JSON: `{ type: 'request', request }` out, `{ type: 'answer', id, answer }` in. */
export function askInJson({ stdin, stdout }: Surroundings): Person {
  const asked = people(personName, {
    asked: (taskId, request) => jsonLine(stdout, { type: 'request', taskId, request }),
    settled: (taskId, id) => jsonLine(stdout, { type: 'settled', taskId, id }),
  })
  const refuse = (message: string) => jsonLine(stdout, { type: 'refused', message })
  const stop = inputLines(stdin, (line) => {
    if (line === null) asked.leave()
    if (line === null || line.trim() === '') return
    try {
      const { id, answer } = answerIn(line)
      if (!asked.answer(id, answer)) refuse(`no request ${id} is open`)
    } catch (error) {
      refuse(errorMessage(error))
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
  throw new Error('a line of input is {"type":"answer","id":"…","answer":…}')
}

/** The parts of an answer are looked at where it is taken. */
const isAnswer = (value: unknown): value is PersonAnswer =>
  typeof value === 'boolean' || typeof value === 'string' || isRecord(value)
