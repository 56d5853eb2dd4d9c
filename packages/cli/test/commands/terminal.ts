import { dirname } from 'node:path'
import { PassThrough } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { main } from '../../src/command-line/main.js'

interface TerminalOptions {
  readonly cwd: string
  /** @defaultValue a pipe */
  readonly isTTY?: boolean
  /** Lines that come before the first question. @defaultValue none */
  readonly input?: string
}

/** A command line under way, with both ends of its streams. */
export function started(words: readonly string[], { cwd, isTTY = false, input }: TerminalOptions) {
  const stream = () => Object.assign(new PassThrough(), { isTTY, columns: 100, rows: 40 })
  const [stdin, stdout, stderr] = [stream(), stream(), stream()]
  const texts = { out: '', err: '' }
  stdout.on('data', (data) => (texts.out += data))
  stderr.on('data', (data) => (texts.err += data))
  const ending = new AbortController()
  if (input !== undefined) stdin.end(input)
  const code = main(words, {
    stdin,
    hasInput: !isTTY,
    stdout,
    stderr,
    env: { HOME: dirname(cwd) },
    cwd,
    signal: ending.signal,
  })
  return {
    code,
    texts,
    type: (line: string) => void stdin.write(`${line}\n`),
    end: () => void stdin.end(),
    /** Ctrl+C. */
    interrupt: () => ending.abort(new Error('interrupted')),
    /** Waits until the text is on one of the outputs. */
    async shows(text: string | RegExp, times = 1) {
      while ((texts.out + texts.err).split(text).length <= times) await setTimeout(5)
    },
  }
}

/** A command line that ended. */
export async function ran(words: readonly string[], options: TerminalOptions) {
  const { code, texts } = started(words, { input: '', ...options })
  return { code: await code, ...texts }
}

/** The values of lines of JSON. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into them
export const jsonIn = (text: string): any[] =>
  text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
