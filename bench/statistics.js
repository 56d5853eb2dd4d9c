export function percentile(samples, share) {
  const sorted = [...samples].sort((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

export const median = (samples) => percentile(samples, 0.5)

/** Milliseconds that `job` took, and what it gave. */
export async function timed(job) {
  const before = performance.now()
  const result = await job()
  return { ms: performance.now() - before, result }
}

function format(value) {
  if (typeof value !== 'number') return String(value)
  if (value >= 1000) return Math.round(value).toLocaleString('en')
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(2)
}

export function printTable(title, header, rows) {
  console.log(`\n### ${title}\n\n| ${header.join(' | ')} |\n|${header.map(() => '---').join('|')}|`)
  for (const row of rows) console.log(`| ${row.map(format).join(' | ')} |`)
}
