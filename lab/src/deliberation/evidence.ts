/**
 * What a panel is worth beside a vote: `npm run bench:omega -- --evidence [--set tuning|held-out] [--count 4000] [--only NAME]`.
 * Simulated models, the real `createOmega`, and baselines at equal calls and at equal tokens. `--write` puts tables and pictures into docs/omega.md.
 */
import { spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { evidencePictures } from './pictures.js'
import type { Population } from './population.js'
import { heldOutOne } from './populations/held-out-one.js'
import { heldOutTwo } from './populations/held-out-two.js'
import { tuning } from './populations/tuning.js'
import { type PopulationResult, studied } from './study.js'
import { evidenceTables } from './tables.js'

const sets: Readonly<Record<string, readonly Population[]>> = { tuning, 'held-out': [...heldOutOne, ...heldOutTwo] }

const { values } = parseArgs({
  options: {
    evidence: { type: 'boolean' },
    set: { type: 'string', default: 'held-out' },
    count: { type: 'string', default: '4000' },
    seed: { type: 'string', default: '1' },
    only: { type: 'string' },
    json: { type: 'string' },
    write: { type: 'boolean', default: false },
    part: { type: 'boolean', default: false },
  },
})
const { set, only } = values
const populations = (sets[set] ?? []).filter(({ name }) => only === undefined || name === only)
const options = { count: Number(values.count), seed: Number(values.seed) }

/** One population in a process of its own. */
function inProcess({ name }: Population): Promise<PopulationResult> {
  const script = fileURLToPath(import.meta.url)
  const own = ['--part', '--set', set, '--only', name, '--count', values.count, '--seed', values.seed]
  const child = spawn(process.execPath, [...process.execArgv, script, ...own], { stdio: ['ignore', 'pipe', 'inherit'] })
  const pieces: Buffer[] = []
  child.stdout.on('data', (piece: Buffer) => pieces.push(piece))
  return new Promise((resolve, reject) => {
    child.on('close', (code) => {
      if (code === 0) resolve(JSON.parse(Buffer.concat(pieces).toString()))
      else reject(new Error(`${name} ended with ${code}`))
    })
  })
}

async function all(): Promise<readonly PopulationResult[]> {
  const results = new Map<string, PopulationResult>()
  const waiting = [...populations]
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results.set(next.name, await inProcess(next))
  }
  await Promise.all(cpus().map(worker))
  return populations.flatMap(({ name }) => results.get(name) ?? [])
}

if (values.part) {
  for (const population of populations) process.stdout.write(JSON.stringify(await studied(population, options)))
} else {
  const results = await all()
  if (values.json) writeFileSync(values.json, JSON.stringify(results))
  const circumstances = `Node ${process.version}, ${options.count} questions of each population, seed ${options.seed}, set ${set}.`
  const tables = `${circumstances}\n\n${evidenceTables(results)}`
  console.log(tables)
  if (values.write) write(tables, evidencePictures(results))
}

function write(tables: string, pictures: Readonly<Record<string, string>>): void {
  const docs = new URL('../../../docs/', import.meta.url)
  const page = new URL('omega.md', docs)
  const marked = /(<!-- bench:omega -->\n)[\s\S]*?(\n<!-- \/bench -->)/
  writeFileSync(page, readFileSync(page, 'utf8').replace(marked, `$1\n${tables}\n$2`))
  for (const [name, svg] of Object.entries(pictures)) writeFileSync(new URL(`evidence/${name}`, docs), svg)
}
