import { createInterface } from 'node:readline'
import type { Call } from '../call/call.js'

/** Asks a person at the terminal. Anything but a yes, and the end of the input, is a no. */
export async function askYes({ stdin, stderr, signal }: Call, question: string): Promise<boolean> {
  stderr.write(`${question} [y/N] `)
  const lines = createInterface({ input: stdin, signal })
  try {
    for await (const line of lines) return /^\s*y(es)?\s*$/i.test(line)
    return false
  } finally {
    lines.close()
  }
}
