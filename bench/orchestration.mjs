/**
 * What artoo's whole loop costs beside bare loops, with models that answer at once: CPU of a task, import, heap, and what a journal on
 * disk and an awaited memory write add. Each contender has a process of its own; they take turns, and what counts is the median of
 * the ratios within a round, since the machine's mood is the same for all in it.
 *
 *     npm run build && npm ci --prefix bench/orchestration && npm run bench:orchestration
 */
import { execFileSync, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'

const home = fileURLToPath(new URL('orchestration', import.meta.url))
if (!existsSync(join(home, 'node_modules'))) throw new Error('first: npm ci --prefix bench/orchestration')

const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '25' },
    tasks: { type: 'string', default: '40' },
    warm: { type: 'string', default: '2000' },
    only: { type: 'string', default: 'cpu,disk,import' },
  },
})
const [rounds, tasks, warm] = [values.rounds, values.tasks, values.warm].map(Number)
const directory = mkdtempSync(join(tmpdir(), 'artoo-bench-'))

const median = (numbers) => numbers.toSorted((one, other) => one - other)[Math.floor(numbers.length / 2)]

async function start([module, options]) {
  const child = fork(join(home, 'contender.mjs'), [module, JSON.stringify(options)], { execArgv: ['--expose-gc'] })
  const reply = () =>
    new Promise((resolve, reject) => {
      const died = () => reject(new Error(`${module} died`))
      child.once('exit', died)
      child.once('message', (message) => {
        child.off('exit', died)
        resolve(message)
      })
    })
  await reply()
  return {
    run(count, heap = false) {
      child.send({ count, heap })
      return reply()
    },
    end() {
      child.send({ count: 0 })
      return once(child, 'exit')
    },
  }
}

/** By name what each contender gave: after its first task, when it was warm, and in each round. */
async function measured(contenders) {
  const results = {}
  const runners = []
  for (const [name, contender] of Object.entries(contenders)) {
    const runner = await start(contender)
    runners.push([name, runner])
    results[name] = { first: await runner.run(1, true), warm: await runner.run(warm), rounds: [] }
  }
  for (let round = 0; round < rounds; round++) {
    for (const [name, runner] of runners) results[name].rounds.push(await runner.run(tasks, round === rounds - 1))
  }
  for (const [, runner] of runners) await runner.end()
  return results
}

const middle = ({ rounds: all }, unit = 'cpuMs') => median(all.map((round) => round[unit]))
const ratio = (one, other) => median(one.rounds.map(({ cpuMs }, index) => cpuMs / other.rounds[index].cpuMs)).toFixed(2)

async function cpu() {
  const results = await measured({
    'artoo, depth full': ['artoo', { depth: 'full' }],
    '… without a journal': ['artoo', { depth: 'full', journal: 'none' }],
    '… and with a memory that keeps nothing': ['artoo', { depth: 'full', journal: 'none', remembers: false }],
    'artoo, lean': ['artoo', { depth: 'lean' }],
    'artoo, direct': ['artoo', { depth: 'direct' }],
    'artoo, direct, without a journal': ['artoo', { depth: 'direct', journal: 'none' }],
    'AI SDK': ['ai-sdk', { calls: 6 }],
    'AI SDK, five calls': ['ai-sdk', { calls: 5 }],
    'AI SDK, four calls': ['ai-sdk', { calls: 4 }],
    'OpenAI Agents': ['openai-agents', { calls: 6 }],
    'LangGraph with a saver': ['langgraph', { calls: 6 }],
    'pi’s bare loop': ['pi', { calls: 6 }],
  })
  console.log(
    '\n| | model calls | CPU ms a task | of the AI SDK’s six | of its five | of its four | heap after 1 task, MB | after all |',
  )
  console.log('|---|---:|---:|---:|---:|---:|---:|---:|')
  for (const [name, result] of Object.entries(results)) {
    const beside = ['AI SDK', 'AI SDK, five calls', 'AI SDK, four calls'].map((other) => ratio(result, results[other]))
    const heaps = [result.first.heapMb, result.rounds.at(-1).heapMb].map((mb) => mb.toFixed(1))
    console.log(`| ${[name, result.first.calls, middle(result).toFixed(2), ...beside, ...heaps].join(' | ')} |`)
  }
  console.log(`\n“After all” is after ${1 + warm + rounds * tasks} tasks; artoo's has learnt from each.`)
}

async function disk() {
  const { store, level } = await measured({
    store: ['memory', {}],
    level: ['memory', { path: join(directory, 'memory') }],
  })
  console.log('\n| | CPU ms | wall ms |\n|---|---:|---:|')
  const row = (name, ...numbers) => console.log(`| ${[name, ...numbers].join(' | ')} |`)
  const numbers = [rounds * 2, tasks, 300].map(String)
  execFileSync(process.execPath, [join(home, 'journals.mjs'), directory, ...numbers], { stdio: 'inherit' })
  for (const [name, result] of Object.entries({ 'in memory': store, 'on disk': level })) {
    row(`an awaited memory write, ${name}`, middle(result).toFixed(2), middle(result, 'wallMs').toFixed(2))
  }
}

const specifiers = [
  '@artoo/sdk',
  'zod',
  'ai',
  '@openai/agents-core',
  '@langchain/langgraph',
  '@mariozechner/pi-agent-core',
]

function imports() {
  const results = Object.fromEntries(specifiers.map((specifier) => [specifier, { rounds: [] }]))
  for (let round = 0; round < 15; round++) {
    for (const specifier of specifiers) {
      const code = `const start = performance.now(); await import('${specifier}'); console.log(performance.now() - start)`
      const options = { cwd: home, encoding: 'utf8' }
      const cpuMs = Number(execFileSync(process.execPath, ['--input-type=module', '-e', code], options))
      results[specifier].rounds.push({ cpuMs })
    }
  }
  console.log('\n| import | ms | of zod’s |\n|---|---:|---:|')
  for (const [name, result] of Object.entries(results)) {
    console.log(`| \`${name}\` | ${middle(result).toFixed(0)} | ${ratio(result, results.zod)} |`)
  }
}

console.log(`Node ${process.version}, ${cpus()[0].model}, ${rounds} rounds of ${tasks} tasks after ${warm}`)
const parts = { cpu, disk, import: imports }
for (const name of values.only.split(',')) await parts[name]()
rmSync(directory, { recursive: true })
