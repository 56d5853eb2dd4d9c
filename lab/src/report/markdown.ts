import type { Estimate, Interval } from '../statistics.js'

type Cell = string | number

/** A Markdown table; all columns but the first are set to the right. */
export function table(head: readonly string[], rows: readonly (readonly Cell[])[]): string {
  const line = (cells: readonly Cell[]) => `| ${cells.join(' | ')} |`
  const rule = head.map((_, index) => (index === 0 ? '---' : '---:'))
  return [line(head), line(rule), ...rows.map(line)].join('\n')
}

/** A share in per cent. */
export function percent(share: number): string {
  return (100 * share).toFixed(1)
}

/** A share in per cent with its 95 % interval. */
export function within({ mean, margin }: Estimate): string {
  return `${percent(mean)} ± ${percent(margin)}`
}

/** A difference of shares in percentage points with its 95 % interval. */
export function points(given: Estimate | Interval): string {
  if ('mean' in given) return `${signed(given.mean)} ± ${percent(given.margin)}`
  return `${signed(given.value)} (${signed(given.low)} to ${signed(given.high)})`
}

const signed = (share: number) => `${share < 0 ? '−' : '+'}${percent(Math.abs(share))}`
