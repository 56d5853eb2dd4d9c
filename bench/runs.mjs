/**
 * Many tasks on one instance, 200 at once: what they leave in the heap, and whether any hears of another. Prints the table
 * of docs/evidence/runtime-speed.md. `npm run bench:runs -- --count 20000`
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { createArtoo } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'

const { values } = parseArgs({ options: { count: { type: 'string', default: '20000' } } })
const count = Number(values.count)
const atOnce = 200
const steps = 8

const verdicts = [{ criterion: 1, verdict: 'pass', evidence: 'it says so' }]
const criteria = [{ text: 'it answers', mode: 'plausible' }]
const answers = {
  task_spec: (name) => ({ intent: `greet ${name}` }),
  plan: (name) => ({ criteria, subtasks: [{ intent: `greet ${name}`, criteria }] }),
  execution: (name) => ({ status: 'completed', output: `hello ${name}` }),
  verdicts: () => ({ verdicts }),
  last_verdicts: () => ({ verdicts }),
  verification: (name) => ({ output: `hello ${name}`, verdicts }),
}
const model = {
  id: 'bench',
  async generate({ messages, output }) {
    const [name] = /guest-\d+/.exec(JSON.stringify(messages)) ?? []
    return { text: JSON.stringify(answers[output.name](name)), toolCalls: [], finishReason: 'stop' }
  },
}
// What a memory learns stays; here only what a run leaves behind is measured.
const receipt = { id: 'none', settled: Promise.resolve({ ids: [] }) }
const memory = { consult: async () => ({ readings: [], rules: [] }), write: () => receipt, flush: async () => {} }

async function greet(artoo, journal, number) {
  const name = `guest-${number}`
  const run = artoo.run(`Greet ${name}`)
  const { output } = await run
  const strangers = run.events.filter(
    ({ taskId, payload }) =>
      taskId !== run.taskId || (JSON.stringify(payload).match(/guest-\d+/g) ?? []).some((found) => found !== name),
  )
  await journal.remove(run.taskId)
  return output === `hello ${name}` && strangers.length === 0
}

const heap = () => {
  globalThis.gc()
  return process.memoryUsage().heapUsed / 1e6
}

const directory = mkdtempSync(join(tmpdir(), 'artoo-bench-'))
const journal = fileJournal(directory)
const artoo = createArtoo({ model, memory, journal })
let next = 0
let mixedUp = 0
const worker = async (until) => {
  while (next < until) if (!(await greet(artoo, journal, next++))) mixedUp++
}

console.log(`Node ${process.version}, ${cpus()[0].model}, ${count} tasks, ${atOnce} at once\n`)
console.log('| tasks done | heap after collection, MB | CPU ms a task |\n|---:|---:|---:|')
for (let step = 1; step <= steps; step++) {
  const before = process.cpuUsage()
  const from = next
  await Promise.all(Array.from({ length: atOnce }, () => worker(Math.round((count * step) / steps))))
  const { user, system } = process.cpuUsage(before)
  console.log(`| ${next} | ${heap().toFixed(1)} | ${((user + system) / 1000 / (next - from)).toFixed(2)} |`)
}
console.log(`\n${mixedUp} tasks heard of another or answered wrongly.`)
await artoo.close()
rmSync(directory, { recursive: true })
