/**
 * Measures the memory engine: `npm run bench`, or `npm run bench -- --quick` for a small one.
 *
 * Prints the tables that docs/evidence/memory-engine.md records. What is compared was measured in the same run on the same kind of store.
 */
import { readFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { forgetBench } from './memory/forgetting.js'
import { openAndPrint, openBench } from './memory/opening.js'
import { readBench } from './memory/reading.js'
import { directSize, pairSizes, removeDirectories, stores, writes } from './memory/workload.js'
import { writeBench } from './memory/writing.js'
import { printTable } from './statistics.js'

if (process.argv[2] === '--open') {
  await openAndPrint(process.argv[3])
  process.exit()
}

async function versionOf(name) {
  const { version } = JSON.parse(
    await readFile(new URL(`../node_modules/${name}/package.json`, import.meta.url), 'utf8'),
  )
  return `${name} ${version}`
}

function printReads(kind, { rows, direct }) {
  printTable(
    `Decision read of one pair, µs, ${kind}`,
    ['Megrams', 'p50', 'p99'],
    rows.map(({ size, p50, p99 }) => [size, p50, p99]),
  )
  const [small, large] = [rows[0], rows.at(-1)]
  const sized = rows.find(({ size }) => size === directSize)
  const speedup = Math.round((direct * 1_000) / sized.p50)
  console.log(`\np99 at ${large.size} against 10: ${(large.p99 / small.p99).toFixed(2)}×.`)
  console.log(`Direct sum at ${directSize}: ${direct.toFixed(0)} ms, ${speedup}× the read.`)
}

const kinds = Object.keys(stores)

async function rowsOf(bench) {
  const rows = []
  for (const kind of kinds) rows.push(await bench(kind))
  return rows
}

const versions = await Promise.all(['classic-level', 'memory-level', 'abstract-level'].map(versionOf))
console.log(`Node ${process.version}, ${versions.join(', ')}; ${cpus().length} × ${cpus()[0]?.model}`)
try {
  printTable(
    `Writing ${writes} Megrams, per second`,
    ['store', 'raw, same keys and bytes', 'engine', 'ratio', 'bare', 'ratio', 'keys per Megram', 'bytes per Megram'],
    await rowsOf(writeBench),
  )
  printTable(
    `Forgetting 100 due of ${directSize}, ms`,
    ['store', 'by the expiry index', 'full scan alone', 'ratio'],
    await rowsOf(forgetBench),
  )
  for (const kind of kinds) printReads(kind, await readBench(kind))
  printTable(`A store of ${pairSizes.at(-1)} Megrams, classic-level`, ['what', 'value', 'unit'], await openBench())
} finally {
  await removeDirectories()
}
