/**
 * Runs tasks whose plans fail and whose irreversible calls are repeated in every way, and checks that none of them is done without
 * a yes of its own, that nothing finished is planned again, and that each run ends as every run must.
 *
 *     npm run test:replans -- [--count 10000] [--from 0] [--seed 1] [--mode ask] [--depth lean] [--only INDEX,INDEX]
 *
 * `--count` counts the runs that were replanned; `replans.test.ts` makes few of them. The exit code is 1 as well when something that is to go well never came up.
 */
import { parseArgs } from 'node:util'
import type { PermissionMode } from '@artoo/sdk'
import type { Manner } from './run-one.js'
import { soak } from './soak.js'
import { oddities } from './tally.js'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    from: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    mode: { type: 'string', default: 'ask' },
    depth: { type: 'string', default: 'lean' },
    only: { type: 'string' },
  },
})
const [seed, from, count] = [values.seed, values.from, values.count].map(Number) as [number, number, number]
const mode = values.mode as PermissionMode
const depth = values.depth as Manner['depth']
/** Of these two thirds are replanned, as a rule. */
const most = Array.from({ length: 10 * count }, (_, index) => from + index)
const indices = values.only?.split(',').map(Number) ?? most
const shown = 10

const { tally, failures } = await soak({
  seed,
  indices,
  mode,
  depth,
  mostReplanned: count,
  onProgress: (replanned) => process.stderr.write(`${replanned} of ${count}\n`),
})

console.log(`replans, seed ${seed}, mode ${mode}, depth ${depth}`)
for (const [situation, times] of Object.entries(tally)) console.log(`${String(times).padStart(8)}  ${situation}`)
const odd = values.only === undefined && depth === 'lean' ? oddities(tally, mode) : []
if (odd.length > 0) console.error(`\n${odd.join('\n')}`)
for (const { index, faults } of failures.slice(0, shown)) {
  console.error(
    `\nfailed: --seed ${seed} --mode ${mode} --depth ${depth} --only ${index}\n  ${faults.slice(0, shown).join('\n  ')}`,
  )
}
const { user, system } = process.cpuUsage()
const [seconds, peak] = [(user + system) / 1e6, process.resourceUsage().maxRSS / 1_024]
console.log(`\n${failures.length} failures; ${seconds.toFixed(0)} s of processor time, at most ${peak.toFixed(0)} MB`)
process.exitCode = failures.length > 0 || odd.length > 0 ? 1 : 0
