/**
 * What artoo's whole loop costs beside bare loops, with models that answer at once: CPU of a task, import, heap, and what a journal on
 * disk and an awaited memory write add. Everything in one run, in turns, as medians of ratios: the machine's mood cancels out.
 *
 *     npm run build && npm ci --prefix bench/orchestration && npm run bench:orchestration
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const home = fileURLToPath(new URL('orchestration', import.meta.url))
if (!existsSync(join(home, 'node_modules'))) {
  console.error('first: npm ci --prefix bench/orchestration')
  process.exit(1)
}

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '25' },
    tasks: { type: 'string', default: '40' },
    warm: { type: 'string', default: '2000' },
    only: { type: 'string', default: 'cpu,import,heap,disk' },
  },
})
const [rounds, tasks, warm] = [values.rounds, values.tasks, values.warm].map(Number)
const wanted = values.only.split(',')

const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]
const cpuMs = ({ user, system }) => (user + system) / 1000

async function cpuPerTask({ task }, count = tasks) {
  const before = process.cpuUsage()
  for (let index = 0; index < count; index++) await task()
  return cpuMs(process.cpuUsage(before)) / count
}

/** CPU ms a task by contender, one after the other in each round. */
async function measured(contenders, of = cpuPerTask) {
  for (const contender of Object.values(contenders)) await of(contender, warm)
  const results = Object.fromEntries(Object.keys(contenders).map((name) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const [name, contender] of Object.entries(contenders)) results[name].push(await of(contender))
  }
  for (const { close } of Object.values(contenders)) await close()
  return results
}

const ratio = (results, one, other) => median(results[one].map((ms, round) => ms / results[other][round])).toFixed(2)
const difference = (results, one, other) => median(results[one].map((ms, round) => ms - results[other][round])).toFixed(3)

async function load(name, options) {
  const { contender } = await import(`./orchestration/${name}.mjs`)
  return contender(options)
}

async function cpu() {
  const contenders = {
    'artoo, depth full': await load('artoo', { depth: 'full' }),
    'AI SDK, as many calls': await load('ai-sdk', { calls: 6 }),
    'artoo, lean': await load('artoo', { depth: 'lean' }),
    'AI SDK, as many calls as lean': await load('ai-sdk', { calls: 4 }),
    'AI SDK, five calls': await load('ai-sdk', { calls: 5 }),
    'OpenAI Agents': await load('openai-agents', { calls: 6 }),
    'LangGraph with a saver': await load('langgraph', { calls: 6 }),
  }
  console.log('\n| | model calls | CPU ms a task | of the AI SDK’s as many calls |\n|---|---:|---:|---:|')
  const calls = {}
  for (const [name, { task }] of Object.entries(contenders)) calls[name] = await task()
  const results = await measured(contenders)
  for (const [name, list] of Object.entries(results)) {
    const beside = name.includes('lean') ? 'AI SDK, as many calls as lean' : 'AI SDK, as many calls'
    console.log(`| ${name} | ${calls[name]} | ${median(list).toFixed(2)} | ${ratio(results, name, beside)} |`)
  }
  console.log(`\nartoo full beside the AI SDK's five calls: ${ratio(results, 'artoo, depth full', 'AI SDK, five calls')}`)
}

/** What a child process prints. */
function inChild(code, ...flags) {
  const options = { cwd: home, encoding: 'utf8' }
  return Number(execFileSync(process.execPath, [...flags, '--input-type=module', '-e', code], options))
}

const specifiers = ['@artoo/sdk', 'zod', 'ai', '@openai/agents-core', '@langchain/langgraph']

function imports() {
  const results = Object.fromEntries(specifiers.map((specifier) => [specifier, []]))
  for (let round = 0; round < 15; round++) {
    for (const specifier of specifiers) {
      const code = `const start = performance.now(); await import('${specifier}'); console.log(performance.now() - start)`
      results[specifier].push(inChild(code))
    }
  }
  console.log('\n| import | ms | of zod’s |\n|---|---:|---:|')
  for (const [name, list] of Object.entries(results)) {
    console.log(`| \`${name}\` | ${median(list).toFixed(0)} | ${ratio(results, name, 'zod')} |`)
  }
}

const modules = { artoo: {}, 'ai-sdk': { calls: 6 }, 'openai-agents': { calls: 6 }, langgraph: { calls: 6 } }

/** In a process of its own each: after the import and a first task, and what 1,000 more tasks leave. */
function heap() {
  console.log('\n| heap, MB | after the first task | after 1,000 more |\n|---|---:|---:|')
  for (const [name, options] of Object.entries(modules)) {
    const after = (count) =>
      inChild(
        `const { contender } = await import('./${name}.mjs')
        const { task } = contender(${JSON.stringify(options)})
        for (let index = 0; index < ${count}; index++) await task()
        globalThis.gc()
        console.log(process.memoryUsage().heapUsed / 1e6)
        process.exit()`,
        '--expose-gc',
      )
    console.log(`| ${name} | ${after(1).toFixed(1)} | ${after(1001).toFixed(1)} |`)
  }
}

async function disk() {
  const { createMemory, fileJournal, memoryJournal } = await import('./orchestration/artoo.mjs')
  const directory = mkdtempSync(join(tmpdir(), 'artoo-bench-'))
  const wall = async ({ task }, count = tasks) => {
    const start = performance.now()
    for (let index = 0; index < count; index++) await task()
    return (performance.now() - start) / count
  }
  for (const [unit, of] of [
    ['CPU', cpuPerTask],
    ['wall', wall],
  ]) {
    const results = await measured(
      {
        files: await load('artoo', { journal: fileJournal(directory) }),
        memory: await load('artoo', { journal: memoryJournal() }),
      },
      of,
    )
    console.log(`\nA journal on files adds ${difference(results, 'files', 'memory')} ms ${unit} a task.`)
  }
  const memory = createMemory()
  const fact = { who: 'R7', what: 'add up', where: 'local', state: 'success' }
  const awaited = { task: () => memory.write(fact).settled, close: () => memory.close() }
  for (const of of [cpuPerTask, wall]) await of(awaited)
  rmSync(directory, { recursive: true })
}

console.log(`Node ${process.version}, ${cpus()[0].model}, ${rounds} rounds of ${tasks} tasks`)
if (wanted.includes('cpu')) await cpu()
if (wanted.includes('import')) imports()
if (wanted.includes('heap')) heap()
if (wanted.includes('disk')) await disk()
