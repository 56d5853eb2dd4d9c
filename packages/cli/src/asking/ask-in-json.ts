import type { Surroundings } from '../call/call.js'
import { people } from '../conversation/people.js'
import { answerRequest, readInput } from '../headless/json-input.js'
import { writeJson } from '../headless/json-output.js'
import { type Person, personName } from './person.js'

/** Asks in lines of JSON: `{ type: 'request', request }` out, `{ type: 'answer', id, answer }` in. */
export function askInJson({ stdin, stdout }: Surroundings): Person {
  const write = (line: object) => writeJson(stdout, line)
  const asked = people(personName, {
    asked: (taskId, request) => write({ type: 'request', taskId, request }),
    settled: (taskId, id) => write({ type: 'settled', taskId, id }),
  })
  const { confirm, clarify, leave } = asked
  const closing = new AbortController()
  const actions = { answer: (line: Parameters<typeof answerRequest>[0]) => answerRequest(line, asked) }
  readInput(stdin, actions, { write, signal: closing.signal }).then(leave, leave)
  return {
    confirm,
    clarify,
    close() {
      closing.abort()
      leave()
    },
  }
}
