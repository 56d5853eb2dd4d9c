import type { PermissionMode } from '@artoo/sdk'
import { faultsOf } from './faults.js'
import { type Manner, runOne } from './run-one.js'
import { count, emptyTally, type Tally } from './tally.js'

export interface Failure {
  readonly index: number
  readonly faults: readonly string[]
}

export interface SoakReport {
  readonly tally: Tally
  readonly failures: readonly Failure[]
}

export interface SoakOptions {
  readonly seed: number
  readonly indices: readonly number[]
  /** @defaultValue 'ask' */
  readonly mode?: PermissionMode
  /** @defaultValue 'lean' */
  readonly depth?: Manner['depth']
  /** No further run is made after so many with a replan. @defaultValue no limit */
  readonly mostReplanned?: number
  readonly onProgress?: (replanned: number) => void
}

/** One run after the other. */
export async function soak({
  seed,
  indices,
  mode = 'ask',
  depth = 'lean',
  mostReplanned = Infinity,
  onProgress,
}: SoakOptions): Promise<SoakReport> {
  const tally = emptyTally()
  const failures: Failure[] = []
  for (const [done, index] of indices.entries()) {
    if (tally['runs with a replan'] >= mostReplanned) break
    try {
      const ran = await runOne(seed, index, { mode, depth })
      const faults = faultsOf(ran)
      if (faults.length > 0) failures.push({ index, faults })
      count(tally, ran)
    } catch (error) {
      failures.push({ index, faults: [error instanceof Error ? (error.stack ?? error.message) : String(error)] })
    }
    if ((done + 1) % 1_000 === 0) onProgress?.(tally['runs with a replan'])
  }
  return { tally, failures }
}
