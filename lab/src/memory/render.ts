import type { MemoryResults, MemoryRow } from './run-memory-lab.js'
import type { Interval } from './statistics.js'
import { switches } from './systems.js'

/** The tables on memory, by the name of their place in the document. */
export function memoryTables({
  rows,
}: MemoryResults): Readonly<Record<'memory' | 'memory-switches' | 'memory-mended', string>> {
  const mended = rows.filter((row) => row.mended)
  const others = rows.filter((row) => !row.mended)
  const isMain = ({ system }: MemoryRow) => !switches.some((name) => name === system)
  const switched = ({ kinds, family }: MemoryRow) => kinds === 3 && family === 'tuning'
  return {
    memory: tables(others.filter(isMain), '###'),
    'memory-switches': tables(others.filter(switched), '###'),
    'memory-mended': tables(mended, '###'),
  }
}

/** The same on one screen: three held-out kinds, in each kind of world. */
export function shortMemoryTable({ rows }: MemoryResults): string {
  const worlds = [
    ['stays as it is', false, false],
    ['changes after half of the tasks', true, false],
    ['is mended between tasks', false, true],
  ] as const
  const lines = worlds.flatMap(([world, drift, mended]) =>
    rows
      .filter((row) => row.family === 'held out' && row.kinds === 3 && row.drift === drift && row.mended === mended)
      .filter(({ system }) => system === 'no memory' || system === 'measured')
      .map(({ system, repeated, solved, calls }) => {
        const left = system === 'measured' ? shown(repeated, 100, 0) : '100'
        const cells = [world, system === 'measured' ? 'yes' : 'no', left, (100 * solved.value).toFixed(1)]
        return `| ${[...cells, calls.value.toFixed(2)].join(' | ')} |`
      }),
  )
  const heads = ['the world', 'memory', 'repeated failures, % of those without memory', 'solved, %', 'calls a task']
  return [`| ${heads.join(' | ')} |`, '| --- | --- | ---: | ---: | ---: |', ...lines].join('\n')
}

function tables(rows: readonly MemoryRow[], level: string): string {
  const groups = new Map<string, MemoryRow[]>()
  for (const row of rows) {
    const world = row.mended ? 'mended between tasks' : `${row.drift ? 'with' : 'without'} drift`
    const title = `${row.family === 'tuning' ? 'Tuning' : 'Held-out'} kinds, ${world}`
    groups.set(title, [...(groups.get(title) ?? []), row])
  }
  return [...groups].map(([title, group]) => `${level} ${title}\n\n${tableOf(group)}`).join('\n\n')
}

const heading = [
  '| kinds | system | sequences | repeated failures, % of those without memory | solved, % | more solved, points | calls a task | more calls |',
  '| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: |',
]

function tableOf(rows: readonly MemoryRow[]): string {
  return [...heading, ...rows.map(lineOf)].join('\n')
}

function lineOf({ kinds, system, sequences, repeated, solved, solvedGain, calls, callsGain }: MemoryRow): string {
  const isBase = system === 'no memory'
  const cells = [
    String(kinds),
    system,
    String(sequences),
    isBase ? '100' : shown(repeated, 100, 0),
    shown(solved, 100, 1),
    isBase ? '' : shown(solvedGain, 100, 1),
    shown(calls, 1, 2),
    isBase ? '' : shown(callsGain, 1, 2),
  ]
  return `| ${cells.join(' | ')} |`
}

export function shown({ value, low, high }: Interval, scale: number, digits: number): string {
  const text = (one: number) => (one * scale).toFixed(digits)
  return `${text(value)} (${text(low)} to ${text(high)})`
}
