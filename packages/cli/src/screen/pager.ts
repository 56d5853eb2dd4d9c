import { oneLine } from '@artoo/sdk'
import { matchesKey } from '@mariozechner/pi-tui'
import { fitted, plainLines } from './plain.js'
import type { Page } from './ports.js'
import type { Overlay, ScreenTerminal } from './terminal.js'
import type { Theme } from './theme.js'

const closing = ['q', 'escape', 'ctrl+c'] as const

/** Shows a page over the whole screen; `close` is called when a person closes it. */
export function createPager(page: Page, terminal: ScreenTerminal, theme: Theme, close: () => void): Overlay {
  let top = 0
  let shown: { readonly width: number; readonly lines: readonly string[] } | null = null
  const height = () => Math.max(1, terminal.rows - 2)
  const lines = () => {
    const width = terminal.columns
    if (shown?.width !== width) shown = { width, lines: plainLines(page.lines(width)) }
    return shown.lines
  }

  function draw(): void {
    const all = lines()
    const room = height()
    top = Math.max(0, Math.min(top, all.length - room))
    const seen = all.slice(top, top + room).map((line) => theme.tone(page.tone ?? 'plain', line))
    const place = `${top + 1}–${Math.min(all.length, top + room)} of ${all.length}`
    const rows = fitted(
      [
        theme.bold(oneLine(page.title)),
        ...seen,
        ...Array<string>(Math.max(0, room - seen.length)).fill(''),
        theme.quiet(`${place} · ↑ ↓ PgUp PgDn Home End · q closes`),
      ],
      terminal.columns,
    ).slice(0, terminal.rows)
    terminal.paint(`\u001b[?2026h\u001b[H${rows.map((row) => `\u001b[0m\u001b[2K${row}`).join('\r\n')}\u001b[?2026l`)
  }

  return {
    draw,
    input(data) {
      if (closing.some((key) => matchesKey(data, key))) return close()
      const move = moveOf(data, height())
      if (move === null) return
      top += move
      draw()
    },
  }
}

function moveOf(data: string, height: number): number | null {
  if (matchesKey(data, 'up') || data === 'k') return -1
  if (matchesKey(data, 'down') || data === 'j' || matchesKey(data, 'enter')) return 1
  if (matchesKey(data, 'pageUp') || data === 'b') return -height
  if (matchesKey(data, 'pageDown') || data === ' ') return height
  if (matchesKey(data, 'home') || data === 'g') return -Infinity
  if (matchesKey(data, 'end') || data === 'G') return Infinity
  return null
}
