import { families } from './kinds.js'
import { runSequence, type SequenceResult } from './run-sequence.js'
import { type Interval, jackknife, sum } from './statistics.js'
import { judged, mainSystems, mendedSystems, type SystemName, switches, systems } from './systems.js'
import type { Setting } from './world.js'

export interface MemoryLabOptions {
  /** For `no memory` and `measured` in each held-out setting; half as many, but two at least, for the others and for tuning. */
  readonly sequences: number
  /** @defaultValue both */
  readonly families?: readonly (keyof typeof families)[]
  /**
   * @defaultValue the main ones where it is held out, `kinds known` too with drift; all others on three kinds for tuning, and
   * `measured` on the rest
   */
  readonly systems?: readonly SystemName[]
  /** @defaultValue 1, 3 and 6 */
  readonly kinds?: readonly Setting['kinds'][]
  /** Whether sequences are played, too, in which the world is mended between tasks. @defaultValue true */
  readonly mended?: boolean
  /** Tasks in a sequence. @defaultValue `sequenceLength` */
  readonly length?: number
}

/** One system in one setting. Differences are to no memory, sequence by sequence. */
export interface MemoryRow {
  readonly family: Setting['family']['name']
  readonly kinds: Setting['kinds']
  readonly drift: boolean
  readonly mended: boolean
  readonly system: SystemName
  readonly sequences: number
  /** Repeated failures as a share of those without memory. */
  readonly repeated: Interval
  /** Of all tasks. */
  readonly solved: Interval
  readonly solvedGain: Interval
  /** Model calls a task. */
  readonly calls: Interval
  readonly callsGain: Interval
}

export interface MemoryResults {
  readonly rows: readonly MemoryRow[]
  /** Where `measured` leaves more than half of the repeated failures of held-out kinds. */
  readonly misses: readonly string[]
  /** Where it solves fewer of their tasks than no memory, or takes more model calls, beyond chance. */
  readonly harms: readonly string[]
}

const counts = [1, 3, 6] as const

/** Sequences of tasks in every setting, on every system. The same options give the same results. */
export async function runMemoryLab(options: MemoryLabOptions): Promise<MemoryResults> {
  const rows: MemoryRow[] = []
  for (const family of options.families ?? (['tuning', 'heldOut'] as const)) {
    const fewer = Math.max(2, Math.round(options.sequences / 2))
    const length = options.length !== undefined && { length: options.length }
    const sequences = { judged: family === 'heldOut' ? options.sequences : fewer, compared: fewer }
    for (const kinds of options.kinds ?? counts) {
      for (const drift of [false, true]) {
        const setting = { family: families[family], kinds, drift, ...length }
        rows.push(...(await runSetting(setting, options.systems ?? systemsFor(family, setting), sequences)))
      }
    }
    if (options.mended === false) continue
    const setting = { family: families[family], kinds: 3, drift: false, mended: true, ...length } as const
    rows.push(...(await runSetting(setting, options.systems ?? mendedSystems, sequences)))
  }
  const held = rows.filter(({ system, family }) => system === 'measured' && family === 'held out')
  return { rows, misses: held.filter(({ mended }) => !mended).flatMap(missesOf), harms: held.flatMap(harmsOf) }
}

function systemsFor(family: keyof typeof families, { kinds, drift }: Setting): readonly SystemName[] {
  if (family === 'heldOut') return drift ? [...mainSystems, 'kinds known'] : mainSystems
  return kinds === 3 ? [...mainSystems, ...switches] : judged
}

/** How many sequences a system is run with: those that the verdict is on, and those that they are compared with. */
interface Sequences {
  readonly judged: number
  readonly compared: number
}

async function runSetting(setting: Setting, names: readonly SystemName[], sequences: Sequences): Promise<MemoryRow[]> {
  const baseline = await runSystem(setting, 'no memory', sequences.judged)
  const rows: MemoryRow[] = []
  for (const system of names) {
    const count = judged.some((name) => name === system) ? sequences.judged : sequences.compared
    const results = system === 'no memory' ? baseline : await runSystem(setting, system, count)
    rows.push(rowOf(setting, system, results, baseline))
  }
  return rows
}

async function runSystem(setting: Setting, name: SystemName, sequences: number): Promise<readonly SequenceResult[]> {
  const results: SequenceResult[] = []
  for (let sequence = 0; sequence < sequences; sequence++)
    results.push(await runSequence(setting, sequence, systems[name]))
  return results
}

interface Pair {
  readonly own: SequenceResult
  readonly base: SequenceResult
}

function rowOf(
  { family, kinds, drift, mended = false }: Setting,
  system: SystemName,
  results: readonly SequenceResult[],
  baseline: readonly SequenceResult[],
): MemoryRow {
  const pairs = results.flatMap((own, index): Pair[] => {
    const base = baseline[index]
    return base ? [{ own, base }] : []
  })
  const total = (part: (pair: Pair) => number) => (some: readonly Pair[]) => sum(some.map(part))
  const perTask = (part: (pair: Pair) => number) => (some: readonly Pair[]) =>
    total(part)(some) / total(({ own }) => own.tasks)(some)
  const of = (statistic: (some: readonly Pair[]) => number) => jackknife(pairs, statistic)
  return {
    family: family.name,
    kinds,
    drift,
    mended,
    system,
    sequences: pairs.length,
    repeated: of((some) => total(({ own }) => own.repeated)(some) / total(({ base }) => base.repeated)(some)),
    solved: of(perTask(({ own }) => own.solved)),
    solvedGain: of(perTask(({ own, base }) => own.solved - base.solved)),
    calls: of(perTask(({ own }) => own.calls)),
    callsGain: of(perTask(({ own, base }) => own.calls - base.calls)),
  }
}

function missesOf(row: MemoryRow): string[] {
  const share = row.repeated.value
  return share > 0.5 ? [`${settingOf(row)}: ${(100 * share).toFixed(0)} % of the repeated failures`] : []
}

function harmsOf(row: MemoryRow): string[] {
  const { solvedGain, callsGain } = row
  return [
    ...(solvedGain.high < 0 ? [`${settingOf(row)}: fewer tasks are solved`] : []),
    ...(callsGain.low > 0 ? [`${settingOf(row)}: more model calls`] : []),
  ]
}

function settingOf({ kinds, drift, mended }: MemoryRow): string {
  if (mended) return `${kinds} kinds in a world that is mended`
  return `${kinds} ${kinds === 1 ? 'kind' : 'kinds'} ${drift ? 'with' : 'without'} drift`
}
