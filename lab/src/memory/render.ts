import type { MemoryResults, MemoryRow } from './run-memory-lab.js'
import type { Interval } from './statistics.js'

/** The results as Markdown: a table for each family and setting of drift. */
export function renderMemoryLab({ rows, misses }: MemoryResults): string {
  const groups = new Map<string, MemoryRow[]>()
  for (const row of rows) {
    const title = `${row.family === 'tuning' ? 'Tuning' : 'Held-out'} kinds, ${row.drift ? 'with' : 'without'} drift`
    groups.set(title, [...(groups.get(title) ?? []), row])
  }
  const tables = [...groups].map(([title, group]) => `### ${title}\n\n${tableOf(group)}`)
  const verdict =
    misses.length === 0
      ? 'Memory: `measured` reaches the goal in every held-out setting.'
      : `Memory: \`measured\` misses the goal in ${misses.length} places: ${misses.join('; ')}.`
  return `${tables.join('\n\n')}\n\n${verdict}\n`
}

const heading = [
  '| kinds | system | repeated failures, % of those without | solved, % | gain, pp | calls a task | gain |',
  '|---|---|---|---|---|---|---|',
]

function tableOf(rows: readonly MemoryRow[]): string {
  return [...heading, ...rows.map(lineOf)].join('\n')
}

function lineOf({ kinds, system, repeated, solved, solvedGain, calls, callsGain }: MemoryRow): string {
  const isBase = system === 'no memory'
  const cells = [
    String(kinds),
    system,
    isBase ? '100' : shown(repeated, 100, 0),
    shown(solved, 100, 1),
    isBase ? '' : shown(solvedGain, 100, 1),
    shown(calls, 1, 2),
    isBase ? '' : shown(callsGain, 1, 2),
  ]
  return `| ${cells.join(' | ')} |`
}

function shown({ value, low, high }: Interval, scale: number, digits: number): string {
  const text = (one: number) => (one * scale).toFixed(digits)
  return `${text(value)} (${text(low)} to ${text(high)})`
}
