import type { Terminal } from '@mariozechner/pi-tui'
import headless from '@xterm/headless'
import { vi } from 'vitest'

/** The timers that the drawing waits for. */
export const timers: ('setTimeout' | 'clearTimeout' | 'setInterval' | 'clearInterval')[] = [
  'setTimeout',
  'clearTimeout',
  'setInterval',
  'clearInterval',
]

export interface VirtualTerminal extends Terminal {
  /** All that was written. */
  readonly written: string
  /** Whether it is between `start` and `stop`. */
  readonly isOn: boolean
  readonly isCursorShown: boolean
  type(...data: readonly string[]): void
  resize(columns: number, rows: number): void
  /** The rows of the screen as a person sees them, after the next frame. */
  screen(): Promise<readonly string[]>
  /** The scrollback and the screen, without the empty rows at the end. */
  history(): Promise<readonly string[]>
  cursor(): Promise<{ readonly column: number; readonly row: number }>
}

/** Longer than the time between two frames, and than the time before a path is completed. */
const frame = 25

/** A terminal that is emulated in memory, for tests with `vi.useFakeTimers({ toFake: timers })`. */
export function virtualTerminal(columns = 80, rows = 24): VirtualTerminal {
  const terminal = new headless.Terminal({ cols: columns, rows, scrollback: 5_000, allowProposedApi: true })
  let input: (data: string) => void = () => {}
  let resized = () => {}
  let written = ''
  let isOn = false
  const write = (data: string) => {
    written += data
    terminal.write(data)
  }
  const settled = () => vi.advanceTimersByTimeAsync(frame)
  const lines = (from: number, to: number) =>
    Array.from(
      { length: to - from },
      (_, index) => terminal.buffer.active.getLine(from + index)?.translateToString(true) ?? '',
    )
  return {
    get written() {
      return written
    },
    get isOn() {
      return isOn
    },
    get isCursorShown() {
      return written.lastIndexOf('\u001b[?25h') > written.lastIndexOf('\u001b[?25l')
    },
    start(onInput, onResize) {
      input = onInput
      resized = onResize
      isOn = true
    },
    stop() {
      isOn = false
    },
    async drainInput() {},
    write,
    get columns() {
      return terminal.cols
    },
    get rows() {
      return terminal.rows
    },
    kittyProtocolActive: false,
    moveBy() {},
    hideCursor: () => write('\u001b[?25l'),
    showCursor: () => write('\u001b[?25h'),
    clearLine() {},
    clearFromCursor() {},
    clearScreen() {},
    setTitle() {},
    setProgress() {},
    type(...data) {
      for (const each of data) input(each)
    },
    resize(nextColumns, nextRows) {
      terminal.resize(nextColumns, nextRows)
      resized()
    },
    async screen() {
      await settled()
      const { baseY } = terminal.buffer.active
      return lines(baseY, baseY + terminal.rows)
    },
    async history() {
      await settled()
      const all = lines(0, terminal.buffer.active.length)
      return all.slice(0, all.findLastIndex((line) => line !== '') + 1)
    },
    async cursor() {
      await settled()
      const { cursorX, cursorY } = terminal.buffer.active
      return { column: cursorX, row: cursorY }
    },
  }
}
