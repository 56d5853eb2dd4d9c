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
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', () => end((stream.isTTY ? exitCodes.hangup : exitCodes.pipe)[0]))
  const { stdin, stdout, stderr, env } = process
  // Keys of a screen never end the input, its terminal does; the signal may come too late.
  for (const event of ['end', 'error']) stdin.on(event, () => void (stdin.isRaw && end(exitCodes.hangup[0])))
  const exit = (code: number) => {
    const { reason } = ending.signal
    process.exitCode = reason instanceof Ended ? reason.exitCode : code
    // An input that is still open, such as a terminal's, would keep the process.
    stdout.write('', () => (process.exitCode === exitCodes.hangup[0] ? hangUp(process) : process.exit()))
  }
  return {
    surroundings: { stdin, hasInput: isPiped(0), stdout, stderr, env, cwd: process.cwd(), signal: ending.signal },
    exit,
  }
}

/** Ends a process as the signal does by itself, which a shell reports as 129: Node aborts at an exit after its terminal has gone. */
function hangUp(process: NodeJS.Process): void {
  process.removeAllListeners('SIGHUP')
  process.kill(process.pid, 'SIGHUP')
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
