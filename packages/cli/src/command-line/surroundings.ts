import { fstatSync } from 'node:fs'
import type { Surroundings } from '../call/call.js'
import { exitCodes } from '../call/exit-codes.js'

/** The reason of `Surroundings.signal`: the event from outside that ends the command, with its exit code. */
class Ended extends Error {
  override readonly name = 'Ended'
  constructor(readonly exitCode: number) {
    super(`ended from outside (${exitCode})`)
  }
}

/** The world of a process, and the way to leave it once all was written. */
export function surroundingsOf(process: NodeJS.Process): {
  readonly surroundings: Surroundings
  readonly exit: (code: number) => void
} {
  const ending = new AbortController()
  const end = (code: number) => ending.abort(new Ended(code))
  let interrupts = 0
  process.on('SIGINT', () => {
    interrupts += 1
    // After a third press nothing is waited for.
    if (interrupts > 2) process.exit(exitCodes.sigint[0])
    end(exitCodes.sigint[0])
  })
  process.once('SIGTERM', () => end(exitCodes.sigterm[0]))
  process.once('SIGHUP', () => end(exitCodes.hangup[0]))
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => end(exitCodes.pipe[0]))
  const { stdin, stdout, stderr, env } = process
  const exit = (code: number) => {
    const { reason } = ending.signal
    process.exitCode = reason instanceof Ended ? reason.exitCode : code
    // An input that is still open, such as a terminal's, would keep the process.
    stdout.write('', () => process.exit())
  }
  return {
    surroundings: { stdin, hasInput: isPiped(0), stdout, stderr, env, cwd: process.cwd(), signal: ending.signal },
    exit,
  }
}

/** Whether something was piped or redirected. A socket, as programs hand it to their children, may never end. */
function isPiped(descriptor: number): boolean {
  try {
    const stats = fstatSync(descriptor)
    return stats.isFIFO() || stats.isFile()
  } catch {
    return false
  }
}
