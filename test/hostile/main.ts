/**
 * Runs tasks whose models, tools and hosts are as hostile as can be, and checks that each ends as every task must.
 *
 *     npm run test:hostile -- [--count 20000] [--from 0] [--seed 1] [--only INDEX] [--parallel 8] [--depth direct]
 *
 * `hostile.test.ts` runs few of them, which show each kind of hostility.
 */
import { parseArgs } from 'node:util'
import type { RolesOptions } from '@artoo/roles'
import { type Failure, soak } from './soak.js'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '20000' },
    from: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    parallel: { type: 'string', default: '8' },
    depth: { type: 'string' },
  },
})
const [seed, from, count] = [values.seed, values.from, values.count].map(Number) as [number, number, number]
const indices =
  values.only === undefined
    ? Array.from({ length: count }, (_, index) => from + index)
    : values.only.split(',').map(Number)
const parallel = values.only === undefined ? Number(values.parallel) : 1
const maxBytes = 2 ** 30
const shown = 10

const { cases, tasks, reasons, seconds, peakBytes, failures } = await soak({
  seed,
  indices,
  parallel,
  depth: values.depth as RolesOptions['depth'],
  onProgress: (done) => process.stderr.write(`${done} of ${indices.length}\n`),
})
for (const [kind, alike] of byKind(failures)) {
  const indices = alike.slice(0, shown).map(({ index }) => index)
  console.error(
    `\n${alike.length} failed: --seed ${seed} --only ${indices.join(',')}\n  ${kind}\n  the first: ${alike[0]?.faults.join('\n  ').slice(0, 500)}`,
  )
}
const isTooLarge = peakBytes > maxBytes
if (isTooLarge) console.error('\nthe process took more than 1 GB')
const byCount = Object.entries(reasons).sort(([, a], [, b]) => b - a)
console.log(
  `hostile, seed ${seed}: ${tasks} tasks of ${cases} instances in ${seconds.toFixed(0)} s, ` +
    `peak RSS ${(peakBytes / 2 ** 20).toFixed(0)} MB, ${failures.length} failures; ` +
    byCount.map(([reason, times]) => `${reason} ${times}`).join(', '),
)
// Whatever hangs was made to hang.
process.exit(failures.length > 0 || isTooLarge ? 1 : 0)

/** Those of one fault together: by its words without numbers, and by where it came up. */
function byKind(all: readonly Failure[]): ReadonlyMap<string, readonly Failure[]> {
  const kinds = new Map<string, Failure[]>()
  for (const failure of all) {
    const [first = '', ...trace] = (failure.faults[0] ?? '').split('\n')
    const places = trace.filter((line) => line.includes('/packages/')).slice(0, 2)
    const kind = [first.replace(/\d+/g, '#').slice(0, 300), ...places].join('\n  ')
    kinds.set(kind, [...(kinds.get(kind) ?? []), failure])
  }
  return kinds
}
