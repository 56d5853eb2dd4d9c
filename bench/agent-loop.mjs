/**
 * What a step of the agent loop's coordinator costs, by the size of the graph: `npm run bench:loop [SIZE …]`. Its workers answer at
 * once. A loop is played once and its messages are kept; then all sizes are decided and folded in turns, so that what else the machine
 * does falls on all of them alike.
 *
 * A step is one message decided. Every eighth is a group of two choices, of which the first fails; atoms build on earlier ones.
 */
import { readFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { stateFile } from '@artoo/agent-loop'
import { createCoordinator } from '../packages/agent-loop/src/coordinator/coordinator.js'
import { alignmentHash } from '../packages/agent-loop/src/state/alignment-hash.js'
import { applied } from '../packages/agent-loop/src/state/applied.js'
import { withNodes } from '../packages/agent-loop/src/state/edits.js'
import { stateVersion } from '../packages/agent-loop/src/state/state-file.js'
import { median, printTable } from './statistics.js'

const given = process.argv.slice(2).map(Number)
const sizes = given.length > 0 ? given : [10, 100, 1000]
const rounds = 5

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
    ...{ schema_version: stateVersion, loop_id: 'bench', revision: 0, epoch: 0 },
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
    { parent: null, rank: 2, agreed: true },
  )
}

/** Of the whole process, so that what collects garbage beside it counts. */
const milliseconds = () => {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1000
}

function timed(work) {
  const before = milliseconds()
  work()
  return milliseconds() - before
}

const verdict = {
  passed: false,
  evidence: '1 of 40 tests fails',
  failures: ['1 of 40 tests fails'],
  tampered: false,
  proofs: [],
}

function answering() {
  let head = 0
  return {
    Prepare: ({ ticket }) => ({ type: 'Prepared', payload: { ticket, head: 'h0' } }),
    Verify: ({ ticket }) => ({ type: 'Verdict', payload: { ticket, ...verdict } }),
    LaunchRequest({ launch, brief }) {
      const fails = brief.atom.startsWith('a') && Number(brief.atom.slice(1)) % 8 === 0
      const summary = 'Done: two functions, with their tests, in one file.'.repeat(4)
      const report = fails
        ? { outcome: 'failure', reason: 'its check does not hold: 2 of 7 tests fail' }
        : { outcome: 'success', summary, artifacts: ['a.ts'] }
      return { type: 'AgentReport', payload: { launch, tokens: 0, report } }
    },
    Integrate({ ticket, launch }) {
      head++
      const result = { status: 'integrated', commit: `c${head}`, head: `h${head}`, changed: [] }
      return { type: 'Integrated', payload: { ticket, launch, result } }
    },
    Revert: ({ ticket }) => ({ type: 'Reverted', payload: { ticket, head: `h${++head}`, residual: [] } }),
  }
}

const deciderOf = (initial) => createCoordinator({ state: initial, proposes: false, review: () => null })

/** What a loop hears and commits from its start to its end. */
function played(initial) {
  const decider = deciderOf(initial)
  const answers = answering()
  const [messages, commits] = [[], []]
  let state = decider.initial
  let result = null
  const queue = [{ type: 'LoopBegun', payload: { change: null } }]
  for (let next = queue.shift(); next; next = queue.shift()) {
    const message = { ...next, at: 1_800_000_000_000 + messages.length }
    messages.push(message)
    const [after, sent] = decider.decide(state, message)
    state = after
    for (const { type, payload } of sent) {
      if (type === 'LoopResult') result = payload
      if (type === 'Commit') commits.push(payload)
      const answer = answers[type]?.(payload)
      if (answer) queue.push(answer)
    }
  }
  if (result?.code !== 'verification_unreachable') throw new Error(`it ended as ${result?.code}: ${result?.detail}`)
  return { messages, commits }
}

function decided(initial, messages) {
  const decider = deciderOf(initial)
  let state = decider.initial
  for (const message of messages) [state] = decider.decide(state, message)
}

/** The bytes of each state that is written. */
function folded(initial, commits) {
  let state = initial
  return commits.map(({ events, at, revision }) => {
    state = { ...events.reduce((earlier, event) => applied(earlier, event, at), state), revision }
    return JSON.stringify(state).length
  })
}

const loops = sizes.map((size) => {
  const initial = stateOf(size)
  const { messages, commits } = played(initial)
  const bytes = folded(initial, commits)
  const kilobytes = bytes.reduce((sum, each) => sum + each, 0) / bytes.length / 1024
  const repeats = Math.max(1, Math.round(1000 / size))
  return { size, initial, messages, commits, kilobytes, last: bytes.at(-1), repeats, deciding: [], folding: [] }
})
for (let round = 0; round < rounds; round++) {
  for (const { initial, messages, commits, repeats, deciding, folding } of loops) {
    const microseconds = (work, times) => {
      const spent = timed(() => {
        for (let count = 0; count < repeats; count++) work()
      })
      return (spent * 1000) / repeats / times
    }
    deciding.push(microseconds(() => decided(initial, messages), messages.length))
    if (round < 2) folding.push(microseconds(() => folded(initial, commits), commits.length))
  }
}

const { version } = JSON.parse(await readFile(new URL('../packages/agent-loop/package.json', import.meta.url), 'utf8'))
console.log(`Node ${process.version}, @artoo/agent-loop ${version}; ${cpus().length} × ${cpus()[0]?.model}`)
const columns = ['atoms', 'steps', 'steps a second', 'µs a step', 'of which least', 'and most']
printTable(
  `A step of the coordinator, median of ${rounds} rounds`,
  [...columns, 'state, KB', 'µs a step and KB', 'µs to fold and serialise a commit', 'bytes an atom, at the end'],
  loops.map(({ size, messages, kilobytes, last, deciding, folding }) => {
    const step = median(deciding)
    const spread = [Math.min(...deciding), Math.max(...deciding)]
    const costs = [kilobytes, step / kilobytes, median(folding), last / size]
    return [size, messages.length, 1e6 / step, step, ...spread, ...costs]
  }),
)
