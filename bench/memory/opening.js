import { execFileSync } from 'node:child_process'
import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openMemory } from '@artoo/mkct/node'
import { timed } from '../statistics.js'
import { latencies } from './reading.js'
import { directory, megram, options, pairSizes, writeAll } from './workload.js'

/** Opening, closing and the memory in use of the largest store. Rows of the table. */
export async function openBench() {
  const count = pairSizes.at(-1)
  const path = await directory()
  const fresh = (more = {}) => openMemory(options({ path, ...more }))
  let memory = await fresh()
  await writeAll(memory, count, megram)
  const close = await timed(() => memory.close())
  const opening = await timed(() => fresh())
  memory = opening.result
  const first = await timed(() => memory.potentials('tool:shell', 'path:/home/user/project/source-7.ts'))
  await memory.close()
  const full = await timed(() => fresh({ check: 'full' }))
  await full.result.close()
  const files = await readdir(path)
  const sizes = await Promise.all(files.map(async (file) => (await stat(join(path, file))).size))
  const used = JSON.parse(
    execFileSync(process.execPath, ['--expose-gc', ...process.execArgv, process.argv[1], '--open', path]).toString(),
  )
  return [
    ['opening, tail checked', opening.ms, 'ms'],
    ['opening, everything checked', full.ms, 'ms'],
    ['closing after writing, files sealed', close.ms, 'ms'],
    ['first read after opening', first.ms * 1_000, 'µs'],
    ['JavaScript heap that the open memory takes, after 1,000 reads', used.heap, 'MiB'],
    ['resident set that opening and reading adds', used.resident, 'MiB'],
    ['files, compressed', sizes.reduce((sum, size) => sum + size, 0) / count, 'bytes per Megram'],
  ]
}

/** In a process of its own: what opening the memory at `path` and reading from it costs in MiB. */
export async function openAndPrint(path) {
  const usage = () => {
    global.gc()
    return process.memoryUsage()
  }
  const before = usage()
  const memory = await openMemory(options({ path }))
  await latencies(1_000, (index) => memory.potentials('tool:shell', `path:/home/user/project/source-${index % 100}.ts`))
  const after = usage()
  const mebibytes = (field) => (after[field] - before[field]) / 2 ** 20
  console.log(JSON.stringify({ heap: mebibytes('heapUsed'), resident: mebibytes('rss') }))
  await memory.close()
}
