/**
 * What a panel costs beside its models, and what it asks of them: `npm run bench:omega`. Its model answers at once, so that only PHI,
 * the runtime and the journal are measured; all panels are run in turns. With `--evidence`: what a panel is worth beside a vote.
 */
import { cpus, loadavg } from 'node:os'
import { memoryJournal } from '@artoo/runtime'
import { createOmega } from '../packages/omega/src/omega/create-omega.js'
import { roster } from '../packages/omega/src/roster/roster.js'
import { typicalModel } from '../packages/omega/test/typical-panel.js'
import { median, printTable } from './statistics.js'

const rounds = 15
const problem = 'Should a team of five move its nightly batch job from cron to a queue with workers? '.repeat(4)
const known = { type: 'NORMATIVE', subtype: 'STRATEGIC', characteristics: [], wellDefined: true, trivial: false }
const high = { ...known, uncertainty: 'HIGH', stakes: 'HIGH' }
const kinds = { quick: high, standard: high, full: high }

const milliseconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** The calls of the first iteration, which `estimate` is about. */
async function firstIteration(handle, calls) {
  let count = null
  for await (const { type, payload } of handle) {
    const event = type === 'SessionEntry' ? payload.event : null
    if (event?.type === 'iteration_ended') count ??= calls.length
  }
  return calls.slice(0, count)
}

/** One deliberation. */
async function run(kind) {
  const calls = []
  const journal = memoryJournal()
  const omega = createOmega({ model: typicalModel(calls), panel: kind, journal, limits: { iterations: 1 } })
  const before = milliseconds()
  const handle = omega.deliberate(problem, kinds[kind])
  const first = await firstIteration(handle, calls)
  const { metrics } = await handle
  const ms = milliseconds() - before
  let bytes = 0
  for await (const line of journal.read(handle.taskId)) bytes += JSON.stringify(line).length
  await omega.close()
  const sent = calls.length
  return { calls: first, ms: ms / sent, bytes: bytes / sent, sent, iterations: metrics.iterations }
}

if (process.argv.includes('--evidence')) {
  await import('../lab/src/deliberation/evidence.js')
  process.exit()
}
console.log(`Node ${process.version}; ${cpus().length} × ${cpus()[0]?.model}; load ${loadavg()[0].toFixed(1)}`)
const results = Object.fromEntries(Object.keys(kinds).map((kind) => [kind, []]))
for (let round = -2; round < rounds; round++) {
  for (const kind of Object.keys(kinds)) {
    const result = await run(kind)
    if (round >= 0) results[kind].push(result)
  }
}
const of = (kind, field) => median(results[kind].map((each) => each[field]))
printTable(
  'A whole deliberation, beside its model',
  ['panel', 'iterations', 'agents', 'ms of processor time an agent', 'KB of journal an agent'],
  Object.keys(kinds).map((kind) => [
    kind,
    of(kind, 'iterations'),
    of(kind, 'sent'),
    of(kind, 'ms'),
    of(kind, 'bytes') / 1024,
  ]),
)

const sum = (calls, field) => calls.reduce((total, call) => total + call[field], 0)
for (const kind of Object.keys(kinds)) {
  const omega = createOmega({ model: typicalModel(), panel: kind })
  const { first } = omega.estimate(problem, kinds[kind]).least
  const [{ calls }] = results[kind]
  const row = (name, estimated, asked) => [
    name,
    asked.length,
    estimated.modelCalls,
    sum(asked, 'inputTokens'),
    estimated.inputTokens,
    estimated.inputTokens / sum(asked, 'inputTokens'),
    sum(asked, 'schemaTokens'),
  ]
  const tierOf = ({ agent }) => roster.card(agent).tier
  const parts = (table, keyOf) =>
    Object.entries(table)
      .filter(([, { agents }]) => agents > 0)
      .map(([name, cost]) =>
        row(
          name,
          cost,
          calls.filter((call) => keyOf(call) === name),
        ),
      )
  printTable(
    `${kind}: what the first iteration asks of its model, and the estimate of it`,
    ['', 'calls', 'estimated', 'tokens in', 'estimated', 'ratio', 'of these schema'],
    [...parts(first.byTier, tierOf), row('all', first, calls)],
  )
  await omega.close()
}
