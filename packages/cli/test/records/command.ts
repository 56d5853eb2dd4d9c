import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { Call, Flags } from '../../src/call/call.js'
import { main } from '../../src/command-line/main.js'

export interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
}

interface Terminal {
  readonly columns?: number
  /** The answers of a person at the terminal. */
  readonly input?: string
  readonly signal?: AbortSignal
}

function surroundings(cwd: string, { columns, input, signal = new AbortController().signal }: Terminal = {}) {
  const tty = { isTTY: columns !== undefined, ...(columns !== undefined && { columns }) }
  const stdin = Object.assign(new PassThrough(), { isTTY: input !== undefined })
  const stdout = Object.assign(new PassThrough(), tty)
  const stderr = Object.assign(new PassThrough(), tty)
  stdin.end(input)
  return { stdin, hasInput: false, stdout, stderr, env: { NO_COLOR: '1' }, cwd, signal }
}

/** A command line that was parsed. */
export const callIn = (cwd: string, words: readonly string[], flags: Flags): Call => ({
  ...surroundings(cwd),
  words,
  flags,
})

/** Carries out a command line in a folder. With `columns` it has a terminal. */
export async function command(cwd: string, words: readonly string[], terminal: Terminal = {}): Promise<Said> {
  const world = surroundings(cwd, terminal)
  const [out, err] = [text(world.stdout), text(world.stderr)]
  const code = await main(words, world)
  world.stdout.end()
  world.stderr.end()
  return { code, out: await out, err: await err }
}
