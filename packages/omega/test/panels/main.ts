/**
 * Runs panels of random agents in random worlds, and holds each against what must hold.
 *
 *     npm run test:panels -- [--count 2000] [--seed 0] [--only SEED,SEED] [--trace]
 */
import { parseArgs } from 'node:util'
import type { LogEntry } from '../../src/protocol/log-event.js'
import { runPanel } from './run-panel.js'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '2000' },
    seed: { type: 'string', default: '0' },
    only: { type: 'string' },
    trace: { type: 'boolean', default: false },
  },
})
const seeds =
  values.only?.split(',').map(Number) ??
  Array.from({ length: Number(values.count) }, (_, index) => Number(values.seed) + index)
const processorMs = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

const tally: Record<string, number> = {}
const failures: string[] = []
const longest = { iterations: 0, of: 0 }
const slowest = { ms: 0, of: 0 }
const total = { iterations: 0, events: 0, agents: 0 }
const count = (what: string) => {
  tally[what] = (tally[what] ?? 0) + 1
}
for (const seed of seeds) {
  const before = processorMs()
  const { kind, faults, events, report } = await runPanel(seed)
  const ms = processorMs() - before
  count(`${kind}: ${report?.status ?? 'no report'}, ${report?.code}`)
  for (const event of events) {
    if (event.type !== 'SessionEntry') continue
    const entry = (event.payload as LogEntry).event
    if (values.trace) console.log(JSON.stringify(entry).slice(0, 300))
    if (entry.type === 'planned') count(`planned, ${entry.trigger}`)
    else if (entry.type === 'quarantined') count(`quarantined, ${entry.faults[0]?.code}`)
    else if (entry.type === 'checked') count(`checked, ${entry.holds ? 'holds' : 'does not hold'}`)
    else if (entry.type === 'agent_recovery') count(`recovery, ${entry.step}`)
    else if (entry.type !== 'ended') count(entry.type)
    if (entry.type === 'launched') total.agents += entry.agents.length
  }
  if (values.trace) console.log(report?.status, report?.why)
  const iterations = report?.metrics.iterations ?? 0
  total.iterations += iterations
  total.events += events.length
  if (iterations > longest.iterations) Object.assign(longest, { iterations, of: seed })
  if (ms > slowest.ms) Object.assign(slowest, { ms, of: seed })
  if (faults.length > 0) failures.push(`--only ${seed}: ${[...new Set(faults)].slice(0, 3).join('\n    ')}`)
}
for (const [what, times] of Object.entries(tally).sort(([, a], [, b]) => b - a))
  console.log(`${String(times).padStart(10)}  ${what}`)
console.log(
  `\n${seeds.length} panels, ${total.iterations} iterations, ${total.agents} agents sent, ${total.events} events; ` +
    `the longest took ${longest.iterations} iterations (seed ${longest.of}), the slowest ${slowest.ms.toFixed(0)} ms of processor time (seed ${slowest.of})`,
)
for (const failure of failures.slice(0, 10)) console.error(`failed: ${failure}`)
console.log(`${failures.length} failures; ${(processorMs() / 1000).toFixed(0)} s of processor time`)
process.exitCode = failures.length > 0 ? 1 : 0
