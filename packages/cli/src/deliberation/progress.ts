import type { AgentBatch, LogEntry } from '@artoo/omega'
import type { Frame } from '../asking/frame.js'
import type { OmegaPackage } from './omega-package.js'
import { picture } from './picture.js'

/** Writes what happens in a deliberation; on a terminal the claims stand below it and change. */
export function progress(screen: Frame, omega: OmegaPackage): (entry: LogEntry) => void {
  const { lines, live } = picture(omega)
  const log: LogEntry[] = []
  let batches: readonly AgentBatch[] = []
  let current = 0
  return (entry) => {
    const { event } = entry
    if (event.type === 'planned') batches = event.batches
    if (event.type === 'launched') current = event.batch
    log.push(entry)
    const said = lines(entry, batches)
    if (said.length > 0) screen.say(said)
    screen.draw(live(omega.foldLog(log), batches, current))
  }
}
