import { isKeyRelease, ProcessTerminal, type Terminal } from '@mariozechner/pi-tui'

/** The way pi-tui clears: it takes the scrollback of the shell along. */
const clearAll = '\u001b[2J\u001b[H\u001b[3J'
const clearScreen = '\u001b[H\u001b[J'
/** A character that the terminal draws wider than it was measured may not push its line into the next. */
const noWrap = '\u001b[?7l'
const wrap = '\u001b[?7h'
const enterPage = '\u001b[?1049h\u001b[?25l'
const leavePage = '\u001b[?1049l'

/** A screen over the screen. */
export interface Overlay {
  input(data: string): void
  draw(): void
}

export interface ScreenTerminal extends Terminal {
  /** Switches to the other screen of the terminal; writes for the first one are held until `shut`. */
  open(overlay: Overlay): void
  shut(): void
  /** Writes to the screen that is seen. */
  paint(data: string): void
}

/** A terminal whose scrollback stays, that another screen may cover, and whose listeners' errors reach `fail`. */
export function screenTerminal(inner: Terminal, fail: (error: unknown) => void): ScreenTerminal {
  let overlay: Overlay | null = null
  let held = ''
  const safely = (work: () => void) => {
    try {
      work()
    } catch (error) {
      fail(error)
    }
  }
  const write = (data: string) => {
    const kept = data.replace(clearAll, clearScreen)
    if (overlay === null) inner.write(kept)
    else held += kept
  }
  const shut = () => {
    if (overlay === null) return
    overlay = null
    inner.write(leavePage + held)
    held = ''
  }
  return {
    start(onInput, onResize) {
      inner.start(
        (data) => {
          if (!isKeyRelease(data)) safely(() => (overlay === null ? onInput(data) : overlay.input(data)))
        },
        () => safely(() => (overlay === null ? onResize() : overlay.draw())),
      )
      inner.write(noWrap)
    },
    stop() {
      shut()
      inner.write(wrap)
      inner.stop()
    },
    drainInput: (maxMs, idleMs) => inner.drainInput(maxMs, idleMs),
    write,
    get columns() {
      return Math.max(1, inner.columns)
    },
    get rows() {
      return Math.max(1, inner.rows)
    },
    get kittyProtocolActive() {
      return inner.kittyProtocolActive
    },
    moveBy: (lines) => inner.moveBy(lines),
    hideCursor: () => write('\u001b[?25l'),
    showCursor: () => write('\u001b[?25h'),
    clearLine: () => inner.clearLine(),
    clearFromCursor: () => inner.clearFromCursor(),
    clearScreen: () => inner.clearScreen(),
    setTitle: (title) => inner.setTitle(title),
    setProgress: (active) => inner.setProgress(active),
    open(next) {
      if (overlay === null) inner.write(enterPage)
      overlay = next
      next.draw()
    },
    shut,
    paint: (data) => inner.write(data),
  }
}

/** Milliseconds after which pi-tui turns on a mode of the keyboard, also when it was stopped before. */
const lateMode = 200

class StandardTerminal extends ProcessTerminal {
  #startedAt = 0

  override start(onInput: (data: string) => void, onResize: () => void): void {
    this.#startedAt = Date.now()
    super.start(onInput, onResize)
  }

  override stop(): void {
    super.stop()
    const startedAt = this.#startedAt
    if (Date.now() - startedAt > lateMode) return
    setTimeout(() => {
      if (this.#startedAt === startedAt) this.write('\u001b[>4;0m')
    }, lateMode)
  }
}

/** The terminal of this process. */
export const standardTerminal = (): Terminal => new StandardTerminal()
