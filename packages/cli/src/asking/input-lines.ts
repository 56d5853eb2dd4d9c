import { createInterface } from 'node:readline'
import type { Surroundings } from '../call/call.js'

/** Calls with each line of an input, and once with null at its end. Returns the way to stop. */
export function inputLines(input: Surroundings['stdin'], onLine: (line: string | null) => void): () => void {
  // Not as a terminal: the system's own editing of a line has Ctrl+C, and shows what is typed.
  const lines = createInterface({ input, terminal: false })
  lines.on('line', onLine)
  lines.once('close', () => onLine(null))
  return () => {
    lines.removeAllListeners()
    lines.close()
  }
}
