import { clearScreenDown, moveCursor } from 'node:readline'
import type { WriteStream } from 'node:tty'
import { type AgentBatch, foldLog, type LogEntry } from '@artoo/omega'
import { claimsPicture, linesOf, progressPicture } from './picture.js'

export interface Drawer {
  (entry: LogEntry): void
  /** Leaves the last picture standing. */
  done(): void
}

/** Tells what happens. On a terminal the claims stand below it and change; elsewhere they are told after each batch that changed them. */
export function drawer(out: WriteStream): Drawer {
  const log: LogEntry[] = []
  let batches: readonly AgentBatch[] = []
  let current = 0
  let told = ''
  let height = 0

  const clear = () => {
    if (height === 0) return
    moveCursor(out, 0, -height)
    clearScreenDown(out)
    height = 0
  }
  const write = (lines: readonly string[]) => {
    for (const line of lines) out.write(`${line}\n`)
  }
  const live = () => {
    const state = foldLog(log)
    const width = out.columns ?? 80
    const lines = ['', progressPicture(batches, current, state), ...claimsPicture(state)]
    write(lines.map((line) => line.slice(0, width - 1)))
    height = lines.length
  }
  /** The claims, if they are not what was told last. */
  const claims = () => {
    const lines = claimsPicture(foldLog(log))
    if (lines.join('\n') !== told) write(lines)
    told = lines.join('\n')
  }
  const draw = (entry: LogEntry) => {
    const { event } = entry
    if (event.type === 'planned') batches = event.batches
    if (event.type === 'launched') current = event.batch
    if (!out.isTTY && event.type === 'launched') claims()
    log.push(entry)
    clear()
    write(linesOf(entry, batches))
    if (out.isTTY) live()
  }
  return Object.assign(draw, {
    done() {
      clear()
      claims()
    },
  })
}
