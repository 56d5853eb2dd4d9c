/**
 * What a step of the agent loop's coordinator costs, by the size of the graph: `npm run bench:loop`. Its workers answer at once, so
 * that only the coordinator, and what is written of its commits, is measured.
 *
 * A step is one message decided. Every eighth is a group of two choices, of which the first fails; atoms build on earlier ones.
 */
import { readFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { stateFile } from '@artoo/agent-loop'
import { createCoordinator } from '../packages/agent-loop/src/coordinator/coordinator.js'
import { alignmentHash } from '../packages/agent-loop/src/coordinator/gate.js'
import { applied } from '../packages/agent-loop/src/state/applied.js'
import { withNodes } from '../packages/agent-loop/src/state/edits.js'
import { median, printTable } from './statistics.js'

const sizes = [10, 100, 1000]
const rounds = { 10: 60, 100: 12, 1000: 3 }

function stateOf(size) {
  const [atoms, groups, nodes] = [[], [], []]
  const add = (id, deps) =>
    atoms.push({
      ...{ id, deps, description: `do what ${id} is about, in one sentence of usual length`, writes: [`src/${id}/**`] },
      ...{ success_criteria: { check: 'command', argv: ['npm', 'test', '--', id] }, resources: [], explore: false },
    })
  while (atoms.length < size) {
    const index = atoms.length
    const deps = [nodes.at(-3), nodes.at(-7)].filter((id) => id !== undefined)
    add(`a${index}`, deps)
    if (index % 8 !== 0) {
      nodes.push(`a${index}`)
      continue
    }
    add(`b${index}`, deps)
    groups.push({ id: `g${index}`, choices: [`a${index}`, `b${index}`], speculative: false })
    nodes.push(`g${index}`)
  }
  const empty = stateFile.parse({
    ...{ schema_version: '1.2', loop_id: 'bench', revision: 0, epoch: 0 },
    objective: {
      ...{ goal: 'all of it', background_intent: 'to see what it costs', deliverables: ['files'] },
      ...{ definition_of_done: 'all is there', base_case: { check: 'file', path: 'all' } },
      constraints: { max_iterations: 100_000, max_attempts: 2 },
    },
    control: { status: 'ready', repairs_left: 0 },
    ...{ atoms: {}, or_groups: {}, bindings: {}, trail: [], corrections: [] },
    ...{ in_flight: {}, strategies_tried: [], residual_effects: [] },
  })
  const aligned = { by: 'bench', at: '2026-01-01T00:00:00.000Z', hash: alignmentHash(empty.objective) }
  return withNodes(
    { ...empty, objective: { ...empty.objective, aligned } },
    { atoms, groups },
    { parent: null, rank: 2 },
  )
}

const milliseconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

/** One loop from its start to its end. */
function run(initial) {
  const decider = createCoordinator({ state: initial, proposes: false, review: () => null })
  let [state, folded, count, deciding, writing, bytes, commits, head] = [decider.initial, initial, 0, 0, 0, 0, 0, 0]
  const queue = [{ type: 'LoopBegun', payload: { change: null } }]
  const answers = {
    Prepare: ({ ticket }) => ({ type: 'Prepared', payload: { ticket, head: 'h0' } }),
    Verify: ({ ticket }) => ({
      type: 'Verdict',
      payload: {
        ticket,
        passed: false,
        evidence: '1 of 40 tests fails',
        failures: ['1 of 40 tests fails'],
        tampered: false,
      },
    }),
    LaunchRequest({ launch, brief }) {
      const fails = brief.atom.startsWith('a') && Number(brief.atom.slice(1)) % 8 === 0
      const report = fails
        ? { outcome: 'failure', reason: 'its check does not hold: 2 of 7 tests fail' }
        : {
            outcome: 'success',
            summary: 'Done: two functions, with their tests, in one file.'.repeat(4),
            artifacts: ['a.ts'],
          }
      return { type: 'AgentReport', payload: { launch, tokens: 0, report } }
    },
    Integrate({ ticket, launch }) {
      head++
      const result = { status: 'integrated', commit: `c${head}`, head: `h${head}`, changed: [] }
      return { type: 'Integrated', payload: { ticket, launch, result } }
    },
    Revert: ({ ticket }) => ({ type: 'Reverted', payload: { ticket, head: `h${++head}`, residual: [] } }),
  }
  let result = null
  for (let message = queue.shift(); message; message = queue.shift()) {
    const before = milliseconds()
    const [next, sent] = decider.decide(state, { ...message, at: 1_800_000_000_000 + count })
    deciding += milliseconds() - before
    state = next
    count++
    for (const { type, payload } of sent) {
      if (type === 'LoopResult') result = payload
      if (type === 'Commit') {
        const from = milliseconds()
        folded = payload.events.reduce((earlier, event) => applied(earlier, event, payload.at), folded)
        folded = { ...folded, revision: payload.revision }
        bytes += JSON.stringify(folded).length
        writing += milliseconds() - from
        commits++
      }
      const answer = answers[type]?.(payload)
      if (answer) queue.push(answer)
    }
  }
  if (result?.code !== 'verification_unreachable') throw new Error(`it ended as ${result?.code}: ${result?.detail}`)
  const { length } = JSON.stringify(folded)
  return {
    count,
    commits,
    deciding: deciding / count,
    writing: writing / commits,
    bytes: bytes / commits,
    last: length,
  }
}

const { version } = JSON.parse(await readFile(new URL('../packages/agent-loop/package.json', import.meta.url), 'utf8'))
console.log(`Node ${process.version}, @artoo/agent-loop ${version}; ${cpus().length} × ${cpus()[0]?.model}`)
const rows = []
for (const size of sizes) {
  const initial = stateOf(size)
  run(initial)
  const runs = Array.from({ length: rounds[size] }, () => run(initial))
  const of = (field) => median(runs.map((each) => each[field]))
  const [deciding, writing, bytes, last] = ['deciding', 'writing', 'bytes', 'last'].map(of)
  const perKilobyte = (deciding * 1000) / (bytes / 1024)
  rows.push([
    size,
    runs[0].count,
    1000 / deciding,
    deciding * 1000,
    writing * 1000,
    bytes / 1024,
    perKilobyte,
    last / size,
  ])
}
printTable(
  'A step of the coordinator',
  [
    'atoms',
    'steps',
    'steps a second',
    'µs a step',
    'µs to fold and serialise a commit',
    'state, KB',
    'µs a step and KB',
    'bytes an atom, at the end',
  ],
  rows,
)
