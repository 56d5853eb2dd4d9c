import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { main } from '../../src/command-line/main.js'

export interface Said {
  readonly code: number
  readonly out: string
  readonly err: string
}

interface Terminal {
  readonly columns?: number
  readonly input?: string
  readonly signal?: AbortSignal
}

/** Carries out a command line in a folder. With `columns` it has a terminal. */
export async function command(cwd: string, words: readonly string[], terminal: Terminal = {}): Promise<Said> {
  const { columns, input, signal = new AbortController().signal } = terminal
  const tty = { isTTY: columns !== undefined, ...(columns !== undefined && { columns }) }
  const stdin = Object.assign(new PassThrough(), { isTTY: input !== undefined })
  const stdout = Object.assign(new PassThrough(), tty)
  const stderr = Object.assign(new PassThrough(), tty)
  const [out, err] = [text(stdout), text(stderr)]
  stdin.end(input)
  const code = await main(words, { stdin, stdout, stderr, env: { NO_COLOR: '1' }, cwd, signal })
  stdout.end()
  stderr.end()
  return { code, out: await out, err: await err }
}
