import { oneLine, type PersonRequest } from '@artoo/sdk'
import type { Surroundings } from '../call/call.js'
import { people } from '../conversation/people.js'
import { plainPaint, requestLines } from '../view/index.js'
import type { Frame } from './frame.js'
import { inputLines } from './input-lines.js'
import { type Person, personName } from './person.js'
import { typedAnswer } from './typed-answer.js'

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
    screen.hold(linesFor(request))
    const line = typed.shift()
    if (line !== undefined) asked.answer(request.id, typedAnswer(request, line))
    else if (hasEnded) asked.leave()
  }

  const stop = inputLines(stdin, (line) => {
    if (line === null) {
      hasEnded = true
      if (shown) asked.leave()
    } else if (shown) asked.answer(shown.id, typedAnswer(shown, line))
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

const look = { width: Number.POSITIVE_INFINITY, paint: plainPaint }

/** The request, and how a line answers it. */
function linesFor(request: PersonRequest): readonly string[] {
  if (request.kind === 'confirm') {
    return ['', ...requestLines({ ...request, offers: [] }, look), 'yes, no, or the reason for a no:']
  }
  const { choices = [], kind } = request
  return [
    ...['', ...requestLines({ ...request, choices: [] }, look)],
    ...(choices.length === 0 ? [] : [`(${choices.map((choice) => oneLine(choice)).join(', ')})`]),
    ...(kind === 'access' ? ['yes, or the reason for a no. No secret belongs here:'] : []),
  ]
}
