import type { PersonRequest } from '@artoo/sdk'
import type { Surroundings } from '../../call/call.js'
import { people } from '../../conversation/people.js'
import type { Frame } from '../output/frame.js'
import { inputLines } from './input-lines.js'
import { type Person, personName } from './person.js'
import { requestLines } from './request-lines.js'
import { said } from './said.js'

/** Asks one question at a time, and takes the next line of the input for its answer. */
export function askInLines({ stdin }: Surroundings, screen: Pick<Frame, 'hold' | 'release'>): Person {
  const typed: string[] = []
  let hasEnded = false
  let shown: PersonRequest | null = null
  const asked = people(personName, {
    asked: next,
    settled(_, id) {
      if (shown?.id === id) shown = null
      next()
    },
  })

  function next(): void {
    if (shown) return
    const [request] = asked.requests
    if (!request) {
      screen.release()
      return
    }
    shown = request
    screen.hold(requestLines(request))
    const line = typed.shift()
    if (line !== undefined) asked.answer(request.id, said(request, line))
    else if (hasEnded) asked.leave()
  }

  const stop = inputLines(stdin, (line) => {
    if (line === null) {
      hasEnded = true
      if (shown) asked.leave()
    } else if (shown) asked.answer(shown.id, said(shown, line))
    // The answers of a pipe come before the questions. A line that is typed before a question is seen is no answer to it.
    else if (!stdin.isTTY) typed.push(line)
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
