import type { TerminalOutput } from '../../call/call.js'
import type { Frame } from './frame.js'

/** Output that is no terminal: lines that stay, and no picture. */
export function plainFrame(out: TerminalOutput): Frame {
  const say = (lines: readonly string[]) => void out.write(lines.map((line) => `${line}\n`).join(''))
  return { say, hold: say, draw: () => undefined, release: () => undefined }
}
