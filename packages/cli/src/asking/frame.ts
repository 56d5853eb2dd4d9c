import type { TerminalOutput } from '../call/call.js'

/** A picture at the end of a terminal's output that is drawn over in place. */
export interface Frame {
  draw(lines: readonly string[]): void
  /** Writes lines above the picture. */
  say(lines: readonly string[]): void
  /** Leaves the picture and writes lines below it. No picture is drawn before `release`. */
  hold(lines: readonly string[]): void
  release(): void
}

const up = (lines: number) => (lines === 0 ? '' : `\u001b[${lines}A`)
const [hide, show] = ['\u001b[?25l', '\u001b[?25h']
const [noWrap, wrap] = ['\u001b[?7l', '\u001b[?7h']
const [clearLine, clearBelow] = ['\u001b[K', '\u001b[J']

/**
 * Each frame is one write that hides the cursor, draws over the lines of the one before and shows the cursor again: it doesn't flicker, and
 * however the process ends, the terminal is as it was. Lines must be safe to show.
 */
export function frame(out: TerminalOutput): Frame {
  const write = (lines: readonly string[]) => void out.write(lines.map((line) => `${line}\n`).join(''))
  // A pipe gets lines that stay, and no picture.
  if (!out.isTTY) return { say: write, hold: write, draw: () => undefined, release: () => undefined }
  let height = 0
  let last: readonly string[] = []
  let isHeld = false
  const paint = (above: readonly string[], lines: readonly string[]) => {
    // Lines that have left the screen can't be drawn over. A terminal that doesn't know its size says 0.
    const seen = lines.slice(0, Math.max(1, (out.rows || 24) - 1))
    // A line that is said wraps, a line of the picture doesn't: its height has to be known.
    const said = above.map((line) => `${clearLine}${line}${clearBelow}\n`).join('')
    const drawn = seen.map((line) => `${line}${clearLine}\n`).join('')
    out.write(`${hide}${up(height)}\r${said}${noWrap}${drawn}${wrap}${clearBelow}${show}`)
    height = seen.length
  }
  return {
    draw(lines) {
      const isShown = height > 0 && lines.join('\n') === last.join('\n')
      last = lines
      if (!isHeld && !isShown) paint([], lines)
    },
    say(lines) {
      if (isHeld) write(lines)
      else paint(lines, last)
    },
    hold(lines) {
      isHeld = true
      height = 0
      write(lines)
    },
    release() {
      if (!isHeld) return
      isHeld = false
      paint([], last)
    },
  }
}
