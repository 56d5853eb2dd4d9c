/**
 * Runs loops over random graphs in random worlds, and holds each commit against what must hold.
 *
 *     npm run test:halting -- [--count 10000] [--from 0] [--only SEED,SEED] [--trace]
 */
import { parseArgs } from 'node:util'
import { simulate } from './simulate.js'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    from: { type: 'string', default: '0' },
    only: { type: 'string' },
    trace: { type: 'boolean', default: false },
  },
})
const seeds =
  values.only?.split(',').map(Number) ??
  Array.from({ length: Number(values.count) }, (_, index) => Number(values.from) + index)
/** To the coordinator and from it, without what is long. */
const traced: Parameters<typeof simulate>[1] = (arrow, { type, payload }) => {
  const long = ['state', 'messages', 'brief', 'success_criteria', 'description']
  console.log(
    arrow,
    type,
    JSON.stringify(payload, (key, value) => (long.includes(key) ? undefined : value)),
  )
}
const tally: Record<string, number> = {}
const failures: string[] = []
let [longest, longestSeed, iterations, messages] = [0, 0, 0, 0]
for (const seed of seeds) {
  const outcome = simulate(seed, values.trace ? traced : undefined)
  for (const [what, times] of Object.entries(outcome.tally)) tally[what] = (tally[what] ?? 0) + times
  if (outcome.faults.length > 0) failures.push(`--only ${seed}: ${outcome.faults.slice(0, 3).join('\n    ')}`)
  if (outcome.iterations > longest) [longest, longestSeed] = [outcome.iterations, seed]
  iterations += outcome.iterations
  messages += outcome.messages
}
for (const [what, times] of Object.entries(tally).sort(([, a], [, b]) => b - a))
  console.log(`${String(times).padStart(10)}  ${what}`)
console.log(
  `\n${seeds.length} loops, ${iterations} iterations, ${messages} messages; the longest took ${longest} iterations (seed ${longestSeed})`,
)
for (const failure of failures.slice(0, 10)) console.error(`failed: ${failure}`)
const { user, system } = process.cpuUsage()
console.log(`${failures.length} failures; ${((user + system) / 1e6).toFixed(0)} s of processor time`)
process.exitCode = failures.length > 0 ? 1 : 0
