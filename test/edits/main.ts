/**
 * Random editing runs: no file loses a byte that the model wasn't shown.
 *
 *     npm run test:edits -- [--count 1000] [--from 0] [--seed 1] [--only INDEX]
 */
import { parseArgs } from 'node:util'
import { editingRun } from './editing-run.js'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '1000' },
    from: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
  },
})
const [seed, from, count] = [values.seed, values.from, values.count].map(Number) as [number, number, number]
const indices =
  values.only === undefined ? Array.from({ length: count }, (_, index) => from + index) : [Number(values.only)]
const totals: Record<string, number> = {}
let failed = 0
for (const index of indices) {
  const { faults, outcomes } = await editingRun(seed, index)
  for (const [outcome, times] of Object.entries(outcomes)) totals[outcome] = (totals[outcome] ?? 0) + times
  if (faults.length === 0) continue
  failed++
  console.error(`--seed ${seed} --only ${index}\n  ${faults.join('\n  ')}`)
}
const outcomes = Object.entries(totals).sort(([one], [other]) => (one < other ? -1 : 1))
console.log(`edits, seed ${seed}: ${indices.length} runs, ${failed} failed`)
for (const [outcome, times] of outcomes) console.log(`  ${outcome}: ${times}`)
process.exitCode = failed > 0 ? 1 : 0
