/**
 * One instance under load: many tasks, 100 at once, with a journal in files, a memory on disk and a model that answers at once. Prints tasks a
 * second, heap, CPU and the delay of the host's timers, then how long `tasks()` takes beside many ended tasks. Prints the tables of docs/operations.md.
 *
 *     npm run build && npm run bench:load -- --count 10000 --ended 100000
 */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { openMemory } from '@artoo/mkct/node'
import { createArtoo, defineTool } from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import * as z from 'zod'

const { values } = parseArgs({
  options: {
    count: { type: 'string', default: '10000' },
    ended: { type: 'string', default: '100000' },
    latency: { type: 'string', default: '0' },
  },
})
const [count, ended, latencyMs] = [values.count, values.ended, values.latency].map(Number)
const atOnce = 100

const verdicts = [{ criterion: 1, verdict: 'pass', evidence: 'it says so' }]
const criteria = [{ text: 'it answers', mode: 'plausible' }]
const answers = {
  plan: (name) => ({ criteria, subtasks: [{ intent: `greet ${name}`, criteria, tools: ['look_up'] }] }),
  execution: (name) => ({ status: 'completed', output: `hello ${name}` }),
  last_verdicts: () => ({ verdicts }),
}
const model = {
  id: 'bench',
  async generate({ messages, output, tools }) {
    if (latencyMs > 0) await new Promise((resolve) => setTimeout(resolve, latencyMs * (0.5 + Math.random())))
    const [name] = /guest-\d+/.exec(JSON.stringify(messages)) ?? []
    if (output.name === 'execution' && tools && messages.at(-1)?.role !== 'tool') {
      return { text: '', toolCalls: [{ id: 'one', name: 'look_up', input: { name } }], finishReason: 'tool_calls' }
    }
    return text(JSON.stringify(answers[output.name](name)))
  },
}
const lookUp = defineTool({
  name: 'look_up',
  description: 'Looks up a guest.',
  input: z.object({ name: z.string() }),
  effect: 'read',
  execute: async ({ name }) => `${name} is a guest`,
})

const text = (words) => ({ text: words, toolCalls: [], finishReason: 'stop' })

const directory = mkdtempSync(join(tmpdir(), 'artoo-bench-'))
const journal = fileJournal(join(directory, 'journal'))
const memory = await openMemory({ path: join(directory, 'memory') })
const artoo = createArtoo({ model, tools: [lookUp], memory, journal })

const heap = () => {
  globalThis.gc()
  return process.memoryUsage().heapUsed / 1e6
}
const delays = monitorEventLoopDelay({ resolution: 5 })
let next = 0
let failed = 0
async function work(until) {
  while (next < until) {
    const name = `guest-${next++}`
    const { output } = await artoo.run(`Greet ${name}`)
    if (output !== `hello ${name}`) failed++
  }
}

async function measured(size) {
  const until = next + size
  const began = performance.now()
  const before = process.cpuUsage()
  delays.reset()
  delays.enable()
  await Promise.all(Array.from({ length: atOnce }, () => work(until)))
  delays.disable()
  const { user, system } = process.cpuUsage(before)
  const seconds = (performance.now() - began) / 1_000
  const ms = (percentile) => (delays.percentile(percentile) / 1e6 - 5).toFixed(0)
  const cells = [
    (size / seconds).toFixed(0),
    ((user + system) / 1_000 / size).toFixed(2),
    ms(50),
    ms(99),
    (delays.max / 1e6).toFixed(0),
    heap().toFixed(1),
  ]
  return cells.join(' | ')
}

const thousand = Math.min(1_000, count)
console.log(
  `${cpus()[0].model}, Node ${process.versions.node}, ${count} tasks, ${atOnce} at once, model latency ${latencyMs} ms\n`,
)
console.log('| tasks | a second | CPU a task, ms | timers late, p50 ms | p99 ms | most ms | heap after, MB |')
console.log('|---|---:|---:|---:|---:|---:|---:|')
console.log(`| the first ${thousand} | ${await measured(thousand)} |`)
if (count > 2 * thousand) console.log(`| those between | ${await measured(count - 2 * thousand)} |`)
if (count > thousand) console.log(`| the last ${thousand} | ${await measured(thousand)} |`)
if (failed > 0) throw new Error(`${failed} tasks failed`)
await artoo.close()
await memory.close()
rmSync(directory, { recursive: true })

/** Milliseconds that `tasks()` takes to find what died, beside so many ended tasks. */
async function besideEnded(many) {
  const folder = mkdtempSync(join(tmpdir(), 'artoo-bench-'))
  const files = fileJournal(folder)
  const silent = { id: 'silent', generate: () => new Promise(() => {}) }
  const host = createArtoo({ model: silent, depth: 'direct', journal: files })
  const runs = Array.from({ length: 20 }, () => host.run('Wait'))
  await new Promise((resolve) => setTimeout(resolve, 200))
  await host.close()
  await Promise.all(runs)
  const done = createArtoo({
    model: { id: 'bench', generate: async () => text('done') },
    depth: 'direct',
    journal: files,
  })
  const one = done.run('Say it')
  await one
  await done.close()
  const ended = files.pathOf(one.taskId)
  mkdirSync(join(folder, 'ended'))
  for (let index = 1; index < many; index++) copyFileSync(ended, join(folder, 'ended', `copy-${index}.jsonl`))
  const next = createArtoo({ model: silent, journal: fileJournal(folder) })
  const began = performance.now()
  let found = 0
  for await (const _ of next.tasks({ state: 'died' })) found++
  const ms = performance.now() - began
  await next.close()
  rmSync(folder, { recursive: true })
  if (found !== 20) throw new Error(`${found} of 20 tasks were found`)
  return ms.toFixed(0)
}

console.log(`\n| ended tasks in the journal | tasks({ state: 'died' }) finds 20, ms |\n|---:|---:|`)
for (const many of [1, ended]) console.log(`| ${many} | ${await besideEnded(many)} |`)
