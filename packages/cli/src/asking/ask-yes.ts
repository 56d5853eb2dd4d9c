import { onAbort } from '@artoo/spec'
import type { Surroundings } from '../call/call.js'
import { inputLines } from './input-lines.js'
import { isYes } from './typed-answer.js'

/** Whether the person at a terminal says yes to one question. No line in answer, or the end of the command, is a no. */
export function askYes({ stdin, stderr, signal }: Surroundings, question: string): Promise<boolean> {
  return new Promise((resolve) => {
    const done = (answer: boolean) => {
      stop()
      forget()
      resolve(answer)
    }
    const forget = onAbort(signal, () => done(false))
    // The output may go to a file.
    stderr.write(`${question} (yes/no) `)
    const stop = inputLines(stdin, (line) => done(line !== null && isYes(line)))
    if (signal.aborted) done(false)
  })
}
