/**
 * Plays everything, prints the tables, draws the pictures and renews docs/evidence.md and the pages below docs/evidence.
 *
 *     npm run lab -- [--tasks 1000] [--sequences 12] [--whole 60]
 */
import { fork } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { studyController } from './controller/study-all.js'
import { memoryTables, shortMemoryTable } from './memory/render.js'
import { type MemoryResults, runMemoryLab } from './memory/run-memory-lab.js'
import { controllerTables, shortControllerTable } from './report/controller-tables.js'
import { renewed } from './report/document.js'
import { controllerPlots, memoryPlot } from './report/plots.js'
import { verdictOn } from './report/verdict.js'
import { studyThroughSdk, type ThroughSdkRow, throughSdkTable } from './through-sdk/study.js'

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '1000' },
    sequences: { type: 'string', default: '12' },
    whole: { type: 'string', default: '60' },
    /** Of the process on the other core. */
    aside: { type: 'boolean', default: false },
  },
})

/** What goes through the whole SDK, on the other core. */
interface Whole {
  readonly memory: MemoryResults
  readonly throughSdk: readonly ThroughSdkRow[]
}

async function playWhole(): Promise<Whole> {
  const memory = await runMemoryLab({ sequences: Number(values.sequences) })
  return { memory, throughSdk: await studyThroughSdk(Number(values.whole)) }
}

function playedAside(): Promise<Whole> {
  return new Promise((resolve, reject) => {
    const child = fork(fileURLToPath(import.meta.url), [...process.argv.slice(2), '--aside'])
    child.once('message', (whole) => resolve(whole as Whole))
    child.once('error', reject)
    child.once('exit', (code) => reject(new Error(`the process on the other core ended with ${code}`)))
  })
}

async function main(): Promise<void> {
  const startedAt = performance.now()
  const aside = playedAside()
  const controller = studyController(Number(values.tasks))
  const { memory, throughSdk } = await aside
  const verdict = verdictOn(controller, memory)
  const machine = `${Number(values.tasks)} tasks a family, ${values.sequences} sequences a held-out setting, half as many where the table says so; Node ${process.version}, ${cpus()[0]?.model}.`
  const pages: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'evidence.md': { 'short-controller': shortControllerTable(controller), 'short-memory': shortMemoryTable(memory) },
    'evidence/controller.md': { machine, ...controllerTables(controller), whole: throughSdkTable(throughSdk) },
    'evidence/memory-rules.md': { machine, ...memoryTables(memory) },
  }
  const pictures = { ...controllerPlots(controller), 'memory.svg': memoryPlot(memory) }
  const docs = fileURLToPath(new URL('../../docs/', import.meta.url))
  mkdirSync(`${docs}evidence`, { recursive: true })
  for (const [page, texts] of Object.entries(pages)) {
    writeFileSync(`${docs}${page}`, renewed(readFileSync(`${docs}${page}`, 'utf8'), texts))
    for (const [name, text] of Object.entries(texts)) console.log(`\n## ${name}\n\n${text}`)
  }
  for (const [name, picture] of Object.entries(pictures)) writeFileSync(`${docs}evidence/${name}`, picture)
  console.log(`\nPlayed in ${Math.round((performance.now() - startedAt) / 1_000)} s; see docs/evidence.md.\n${verdict}`)
}

if (values.aside) process.send?.(await playWhole(), () => process.exit())
else await main()
