import { statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Retention } from '@artoo/sdk'
import { stateFolder } from '@artoo/sdk/node'

const dayMs = 24 * 3_600_000

/**
 * The retention of an agent that opens now: ended tasks are kept for 30 days. Looking at all of them takes longer than a start does, so one start a
 * day does it; undefined for the others.
 */
export function retentionNow(root: string): Retention | undefined {
  const mark = join(stateFolder({ root }), 'retained-at')
  const last = statSync(mark, { throwIfNoEntry: false })?.mtimeMs ?? 0
  // A clock that was wrong must not put it off for ever.
  if (Math.abs(Date.now() - last) < dayMs) return undefined
  writeFileSync(mark, '', { mode: 0o600 })
  return { days: 30 }
}
