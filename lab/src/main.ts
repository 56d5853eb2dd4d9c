/**
 * Plays everything, prints the tables, draws the pictures and renews docs/evidence.md and the pages below docs/evidence.
 *
 *     npm run lab -- [--tasks 1000] [--sequences 12] [--whole 60]
 *     npm run lab -- --plants PATH [--tasks 1000]     the same policies on your families: prints the tables and writes nothing
 *     npm run lab -- --set tuning [--fit]             one set alone; `--fit` fits the weights of the confidence
 */
import { fork } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { parseArgs } from 'node:util'
import { fitted } from './controller/calibration.js'
import { type SetName, sets } from './controller/sets.js'
import { studyController, studyFamilies } from './controller/study-all.js'
import { memoryTables, shortMemoryTable } from './memory/render.js'
import { type MemoryResults, runMemoryLab } from './memory/run-memory-lab.js'
import type { Family } from './plants/plant.js'
import { ours } from './report/contenders.js'
import { controllerTables, familyTables, shortControllerTable } from './report/controller-tables.js'
import { renewed } from './report/document.js'
import { oneRunTexts } from './report/one-run.js'
import { controllerPlots, memoryPlot } from './report/plots.js'
import { summariesOf } from './report/summaries.js'
import { verdictOn } from './report/verdict.js'
import { studyThroughSdk, type ThroughSdkRow, throughSdkTable } from './through-sdk/study.js'

const { values } = parseArgs({
  options: {
    tasks: { type: 'string', default: '1000' },
    sequences: { type: 'string', default: '12' },
    whole: { type: 'string', default: '60' },
    plants: { type: 'string' },
    set: { type: 'string' },
    fit: { type: 'boolean', default: false },
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
    'controller.md': oneRunTexts,
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

/** Plays families alone, and prints their tables. */
function playAlone(families: readonly Family[], tasks: number): void {
  const summaries = summariesOf(studyFamilies(families, tasks))
  for (const [name, text] of Object.entries(familyTables(summaries))) console.log(`\n## ${name}\n\n${text}`)
  if (values.fit) console.log('\nweights of the confidence:', fitted(summaries.delivered(ours)))
}

const tasks = Number(values.tasks)
if (values.aside) process.send?.(await playWhole(), () => process.exit())
else if (values.plants) playAlone((await import(pathToFileURL(resolve(values.plants)).href)).families, tasks)
else if (values.set) playAlone(sets[values.set as SetName], tasks)
else await main()
