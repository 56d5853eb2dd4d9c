export function percentile(samples: readonly number[], share: number): number {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (samples: readonly number[]) => percentile(samples, 0.5)

/** Milliseconds that `job` took, and what it gave. */
export async function timed<Result>(job: () => Result | Promise<Result>) {
  const before = performance.now()
  const result = await job()
  return { ms: performance.now() - before, result }
}

function format(value: string | number): string {
  if (typeof value !== 'number') return String(value)
  if (value >= 1000) return Math.round(value).toLocaleString('en')
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

export function printTable(
  title: string,
  header: readonly string[],
  rows: readonly (readonly (string | number)[])[],
): void {
  console.log(`\n### ${title}\n\n| ${header.join(' | ')} |\n|${header.map(() => '---').join('|')}|`)
  for (const row of rows) console.log(`| ${row.map(format).join(' | ')} |`)
}
