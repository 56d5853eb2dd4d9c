import type { RolesOptions } from '@artoo/roles'
import { caseOf, type HostileCase } from './cases.js'
import { removeFolders } from './folder.js'
import { faultsOf } from './invariants.js'
import { pause } from './models.js'
import { type Ended, runCase } from './run-case.js'
import { type ProcessWatch, watchProcess } from './watch.js'

type Depth = NonNullable<RolesOptions['depth']>

export interface SoakOptions {
  readonly seed: number
  readonly indices: readonly number[]
  /** Cases at once. */
  readonly parallel: number
  /** @defaultValue that of `createArtoo` */
  readonly depth?: Depth | undefined
  /** No further case is run after so many failures. @defaultValue no limit */
  readonly mostFailures?: number
  readonly onProgress?: (done: number) => void
}

export interface Failure {
  readonly index: number
  readonly faults: readonly string[]
}

export interface SoakReport {
  readonly cases: number
  readonly tasks: number
  readonly reasons: Readonly<Record<string, number>>
  readonly seconds: number
  readonly peakBytes: number
  readonly failures: readonly Failure[]
}

/** Longer than anything that a case leaves behind to happen late. */
const afterglowMs = 150

/**
 * Runs the cases side by side. What only shows in the process, or is about time, may be a neighbour's doing: those that ran
 * then are run again, each alone, and fail if it shows again.
 */
export async function soak({
  seed,
  indices,
  parallel,
  depth,
  mostFailures = Infinity,
  onProgress,
}: SoakOptions): Promise<SoakReport> {
  const began = performance.now()
  const watch = watchProcess()
  const reasons: Record<string, number> = {}
  const failures: Failure[] = []
  const suspects = new Map<number, string[]>()
  const recent: number[] = []
  let [tasks, done, taken] = [0, 0, 0]

  function suspect(faults: readonly string[], among: readonly number[]): void {
    for (const fault of faults) {
      const named = new RegExp(`\\bin ${seed}:(\\d+)/`).exec(fault)?.[1]
      if (named !== undefined) failures.push({ index: Number(named), faults: [fault] })
      else for (const index of among) suspects.set(index, [...(suspects.get(index) ?? []), fault])
    }
  }

  async function work(running: Set<number>): Promise<void> {
    for (let index = indices[taken++]; index !== undefined; index = indices[taken++]) {
      running.add(index)
      const { faults, ended } = await runOne({ seed, index, depth }, watch)
      suspect(watch.faults(), [...running, ...recent])
      running.delete(index)
      recent.push(index)
      if (recent.length > 2 * parallel) recent.shift()
      for (const reason of ended) reasons[reason] = (reasons[reason] ?? 0) + 1
      tasks += ended.length
      if (faults.some((fault) => !fault.startsWith('TIME'))) failures.push({ index, faults })
      else suspect(faults, [index])
      if (++done % 500 === 0) onProgress?.(done)
      if (failures.length >= mostFailures) return
    }
  }

  try {
    const running = new Set<number>()
    await Promise.all(Array.from({ length: parallel }, () => work(running)))
    await pause(afterglowMs)
    suspect(watch.faults(), recent)
    const confirmed = parallel === 1 ? asSeen(suspects) : await runAlone({ seed, depth }, [...suspects.keys()], watch)
    failures.push(...confirmed)
    // A time that is not taken again was a neighbour's, or the machine's.
    const lasting = [...suspects].filter(([, faults]) => !faults.every((fault) => /^(TIME|STALL)/.test(fault)))
    const unexplained = confirmed.length === 0 ? lasting.slice(0, 1) : []
    failures.push(...unexplained.map(([index, faults]) => ({ index, faults: ['not seen again, near:', ...faults] })))
  } finally {
    watch.stop()
    removeFolders()
  }
  const seconds = (performance.now() - began) / 1_000
  return { cases: indices.length, tasks, reasons, seconds, peakBytes: watch.peakBytes, failures }
}

const asSeen = (suspects: ReadonlyMap<number, readonly string[]>): Failure[] =>
  [...suspects].map(([index, faults]) => ({ index, faults }))

async function runAlone(
  of: Omit<Chosen, 'index'>,
  indices: readonly number[],
  watch: ProcessWatch,
): Promise<Failure[]> {
  const failures: Failure[] = []
  for (const index of indices) {
    const { faults } = await runOne({ ...of, index }, watch)
    await pause(afterglowMs)
    const all = [...faults, ...watch.faults()]
    if (all.length > 0) failures.push({ index, faults: all })
  }
  return failures
}

const inDepth = (given: HostileCase, depth: Depth | undefined): HostileCase =>
  depth === undefined
    ? given
    : { ...given, options: { ...given.options, depth }, mended: given.mended && { ...given.mended, depth } }

const howEnded = ({ left, result }: Ended) =>
  [...(left ? [`${left.outcome.reason}, then`] : []), result?.reason ?? 'rejected'].join(' ')

interface Chosen {
  readonly seed: number
  readonly index: number
  readonly depth: Depth | undefined
}

async function runOne({ seed, index, depth }: Chosen, watch: ProcessWatch) {
  const hostile = inDepth(caseOf(seed, index), depth)
  try {
    const run = await runCase(hostile, watch.lag)
    const faults = await faultsOf(hostile, run)
    return { faults, ended: run.ended.map(howEnded) }
  } catch (error) {
    return { faults: [`the case threw ${error instanceof Error ? error.stack : String(error)}`], ended: [] }
  } finally {
    hostile.remove()
  }
}
