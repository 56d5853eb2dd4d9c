import { oneLine } from '@artoo/sdk'
import { harmless } from './plain.js'
import type { Theme } from './theme.js'

/** Milliseconds. */
const noteLasts = 2_000

export interface StatusLine {
  line(status: string): string
  /** Shows a sentence in place of the status for a while. */
  note(text: string): void
  close(): void
}

export function createStatusLine(theme: Theme, redraw: () => void): StatusLine {
  let noted: string | null = null
  let timer: NodeJS.Timeout | undefined
  return {
    line: (status) => (noted === null ? harmless(status) : theme.accent(noted)),
    note(text) {
      noted = oneLine(text)
      clearTimeout(timer)
      timer = setTimeout(() => {
        noted = null
        redraw()
      }, noteLasts)
      timer.unref()
      redraw()
    },
    close: () => clearTimeout(timer),
  }
}
