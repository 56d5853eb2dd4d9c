import { CommanderError } from 'commander'
import type { Surroundings } from '../call/call.js'
import { exitCodes } from '../call/exit-codes.js'
import { commandNames } from './commands.js'
import { program } from './program.js'

/** Carries out a command line and resolves to the exit code. */
export async function main(words: readonly string[], surroundings: Surroundings): Promise<number> {
  const slip = slipIn(words)
  if (slip) {
    surroundings.stderr.write(`${slip}\n`)
    return exitCodes.usage[0]
  }
  let code: number = exitCodes.complete[0]
  try {
    await program(surroundings, async (load, call) => {
      const run = await load()
      code = await run(call)
    }).parseAsync(words, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : exitCodes.usage[0]
    // A look that the signal ended: the process leaves with the code of that.
    if (surroundings.signal.aborted && error === surroundings.signal.reason) return exitCodes.interrupted[0]
    const { failureLines } = await import('./failure-lines.js')
    const { lines, exitCode } = failureLines(error)
    surroundings.stderr.write(`${lines.join('\n')}\n`)
    return exitCode
  }
}

/** A single word that is nearly a command would be sent to a model as a task. */
function slipIn([word, ...others]: readonly string[]): string | null {
  if (word === undefined || others.length > 0 || !/^[a-z]+$/.test(word)) return null
  if (['help', ...commandNames].includes(word)) return null
  const near = commandNames.find((name) => isNear(word, name))
  return near ? `artoo has no command '${word}'. Did you mean '${near}'? A task of one word: artoo run ${word}` : null
}

/** Whether two words differ in one letter: left out, added, another, or two that changed places. */
function isNear(one: string, other: string): boolean {
  let start = 0
  while (start < one.length && one[start] === other[start]) start += 1
  let end = 0
  while (end < one.length - start && one.at(-1 - end) === other.at(-1 - end)) end += 1
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  if (left.length <= 1 && right.length <= 1) return true
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0]
}
