import { CURSOR_MARKER } from '@mariozechner/pi-tui'
import { fitted } from './plain.js'
import type { Theme } from './theme.js'
import type { Transcript } from './transcript.js'

export interface Parts {
  readonly transcript: Transcript
  readonly live: readonly string[]
  /** Null between turns. */
  readonly spinner: string | null
  /** The prompt, or what stands in its place. */
  readonly panel: readonly string[]
  readonly status: string
}

/**
 * The lines of the whole screen. All that changes stays within the height of the terminal: a change above it would have
 * everything drawn again.
 */
export function frame(parts: Parts, width: number, rows: number, theme: Theme): string[] {
  const status = rows >= 4 ? [parts.status] : []
  const panel = around(parts.panel, rows - status.length)
  const spinner = parts.spinner !== null && rows - status.length - panel.length > 0 ? [parts.spinner] : []
  const live = clipped(parts.live, rows - status.length - panel.length - spinner.length, theme)
  const bottom = fitted([...live, ...spinner, ...panel, ...status], width)
  return [...parts.transcript.lines(width, rows, rows - bottom.length), ...bottom]
}

function clipped(lines: readonly string[], room: number, theme: Theme): readonly string[] {
  if (lines.length <= room) return lines
  if (room <= 0) return []
  const more = lines.length - room + 1
  return [theme.quiet(`… ${more} more lines`), ...lines.slice(more)]
}

const isCursor = (line: string) => line.includes(CURSOR_MARKER) || line.includes('\u001b[7m')

/** The lines that fitted around the cursor. */
function around(lines: readonly string[], room: number): readonly string[] {
  if (lines.length <= room) return lines
  const at = Math.max(0, lines.findIndex(isCursor))
  const start = Math.max(0, Math.min(at - Math.floor(room / 2), lines.length - room))
  return lines.slice(start, start + room)
}
