/**
 * Measures the memory engine. From the root of the repository:
 *
 *     node --expose-gc --import tsx --conditions=@artoo/source bench/memory.mjs [--quick]
 *
 * Prints the tables that docs/memory.md records. What is compared was measured in the same run on the same kind of store.
 */
import { execFileSync } from 'node:child_process'
import { hash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { createMemory } from '@artoo/mkct'
import { openMemory } from '@artoo/mkct/node'
import { ClassicLevel } from 'classic-level'
import { MemoryLevel } from 'memory-level'
import { median, percentile, printTable, timed } from './statistics.js'

const quick = process.argv.includes('--quick')
const pairSizes = quick ? [10, 1_000, 10_000] : [10, 1_000, 100_000, 1_000_000]
const largestInMemory = 100_000
const directSize = quick ? 10_000 : 100_000
const writes = quick ? 5_000 : 50_000
const rounds = 3
const reads = 5_000
const batchSize = 1_000
const day = 86_400_000
const start = Date.UTC(2026, 0, 1)
const directories = []

const clockAt = (time) => ({ now: () => time, schedule: () => () => {} })
const sha256 = (text) => hash('sha256', text)

async function directory() {
  const path = await mkdtemp(join(tmpdir(), 'artoo-bench-'))
  directories.push(path)
  return path
}

const stores = {
  'memory-level': async () => new MemoryLevel({ storeEncoding: 'utf8' }),
  'classic-level': async () => new ClassicLevel(await directory()),
}

const options = (more) => ({ clock: clockAt(start + 30 * day), sha256, ...more })

/** A Megram of about 250 characters, over a hundred pairs unless one is named. */
function megram(index, entity = `path:/home/user/project/source-${index % 100}.ts`) {
  const content = `Attempt ${index}: the command ended with exit code 1; the file was not found where the plan said it would be.`
  return { space: 'tool:shell', entity, state: 'change_path', content, k: 0.001, at: start + index }
}

async function writeAll(memory, count, make) {
  for (let index = 0; index < count; index++) {
    memory.write(make(index))
    if (index % 5_000 === 4_999) await memory.flush()
  }
  await memory.flush()
}

/** p50 and p99 of `count` calls, µs. */
async function latency(count, call) {
  const samples = []
  for (let index = 0; index < count; index++) {
    const before = performance.now()
    await call(index)
    samples.push((performance.now() - before) * 1_000)
  }
  return { p50: median(samples), p99: percentile(samples, 0.99) }
}

/** What the paper's query does: every id of the pair, every record, JSON, sum. */
async function directSum(store, now) {
  const sequences = await store.keys({ gte: 'default x tool:shell big ', lt: 'default x tool:shell big!' }).all()
  let attention = 0
  for (let from = 0; from < sequences.length; from += batchSize) {
    const keys = sequences.slice(from, from + batchSize).map((key) => `default e ${key.slice(-12)}`)
    for (const value of await store.getMany(keys)) {
      const { f, k, at } = JSON.parse(value.slice(64))
      attention += f * Math.exp((-k * (now - at)) / day)
    }
  }
  return attention
}

async function readBench(kind) {
  const rows = []
  let direct = Number.NaN
  for (const size of pairSizes) {
    if (kind === 'memory-level' && size > largestInMemory) continue
    const store = await stores[kind]()
    const filler = createMemory(options({ store }))
    await writeAll(filler, size, (index) => megram(index, 'big'))
    await writeAll(filler, 10, (index) => megram(index, 'small'))
    await filler.close()
    if (size === directSize) {
      const samples = []
      for (let round = 0; round < rounds; round++) samples.push((await timed(() => directSum(store, start))).ms)
      direct = median(samples)
    }
    const memory = createMemory(options({ store, cacheSize: 1 }))
    const read = (entity) => memory.potentials('tool:shell', entity)
    await latency(reads, () => read('big'))
    const warm = await latency(reads, () => read('big'))
    await latency(reads, (index) => read(index % 2 ? 'big' : 'small'))
    const cold = await latency(reads, (index) => read(index % 2 ? 'big' : 'small'))
    rows.push({ size, warm, cold })
    await memory.close()
    await store.close()
  }
  return { rows, direct }
}

/** Collects what the engine writes, so that the same bytes can be written raw. */
function recording(store) {
  const batches = []
  const batch = store.batch.bind(store)
  store.batch = () => {
    const chained = batch()
    const operations = []
    batches.push(operations)
    const put = chained.put.bind(chained)
    chained.put = (key, value, encodings) => {
      operations.push([key, value])
      return put(key, value, encodings)
    }
    return chained
  }
  return batches
}

async function writeRaw(store, batches) {
  for (const operations of batches) {
    const batch = store.batch()
    for (const [key, value] of operations) batch.put(key, value)
    await batch.write()
  }
}

async function writeBench(kind) {
  const recorder = await stores[kind]()
  await recorder.open()
  const batches = recording(recorder)
  const recorded = createMemory(options({ store: recorder }))
  await writeAll(recorded, writes, megram)
  await recorded.close()
  const bytes = batches.flat().reduce((sum, [key, value]) => sum + key.length + Buffer.byteLength(value), 0)
  const single = [...Array(Math.ceil(writes / batchSize)).keys()].map((batch) =>
    [...Array(batchSize).keys()].map((index) => [
      `record-${batch * batchSize + index}`,
      'x'.repeat(bytes / writes - 15),
    ]),
  )
  const times = { engine: [], raw: [], single: [] }
  for (let round = 0; round < rounds; round++) {
    const [store, raw, one] = [await stores[kind](), await stores[kind](), await stores[kind]()]
    await Promise.all([store.open(), raw.open(), one.open()])
    const memory = createMemory(options({ store }))
    await memory.opened()
    times.raw.push((await timed(() => writeRaw(raw, batches))).ms)
    times.engine.push((await timed(() => writeAll(memory, writes, megram))).ms)
    times.single.push((await timed(() => writeRaw(one, single))).ms)
    await memory.close()
    await Promise.all([store.close(), raw.close(), one.close()])
  }
  const perSecond = (samples) => (writes / median(samples)) * 1_000
  const [engine, raw, one] = [perSecond(times.engine), perSecond(times.raw), perSecond(times.single)]
  const operations = batches.flat().length / writes
  return [
    kind,
    engine,
    raw,
    `${(engine / raw).toFixed(2)}×`,
    one,
    `${(engine / one).toFixed(2)}×`,
    operations,
    bytes / writes,
  ]
}

async function forgetBench(kind) {
  const store = await stores[kind]()
  const memory = createMemory(options({ store }))
  await writeAll(memory, directSize - 100, megram)
  const due = (index) => ({ ...megram(index), k: 0.5, at: start })
  const scan = []
  const forget = []
  for (let round = 0; round < 2 * rounds + 1; round++) {
    await writeAll(memory, 100, due)
    scan.push((await timed(() => fullScan(store))).ms)
    const { ms, result } = await timed(() => memory.dream())
    if (result.forgotten !== 100) throw new Error(`forgot ${result.forgotten}`)
    forget.push(ms)
  }
  await memory.close()
  await store.close()
  return [kind, median(forget), median(scan), `${Math.round(median(scan) / median(forget))}×`]
}

/** Finds what is due the paper's way: by reading every record. */
async function fullScan(store) {
  const now = start + 30 * day
  let due = 0
  for await (const value of store.values({ gte: 'default e ', lt: 'default e!' })) {
    const { f, k, at } = JSON.parse(value.slice(64))
    if (f !== undefined && f * Math.exp((-k * (now - at)) / day) < 0.1) due++
  }
  return due
}

async function openBench() {
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
    execFileSync(process.execPath, [...process.execArgv, process.argv[1], '--open', path]).toString(),
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
async function openAndPrint(path) {
  const usage = () => {
    global.gc?.()
    return process.memoryUsage()
  }
  const before = usage()
  const memory = await openMemory(options({ path }))
  await latency(1_000, (index) => memory.potentials('tool:shell', `path:/home/user/project/source-${index % 100}.ts`))
  const after = usage()
  const mebibytes = (field) => (after[field] - before[field]) / 2 ** 20
  console.log(JSON.stringify({ heap: mebibytes('heapUsed'), resident: mebibytes('rss') }))
  await memory.close()
}

if (process.argv[2] === '--open') {
  await openAndPrint(process.argv[3])
  process.exit()
}

const versions = await Promise.all(
  ['classic-level', 'memory-level', 'abstract-level'].map(async (name) => {
    const { version } = JSON.parse(
      await readFile(new URL(`../node_modules/${name}/package.json`, import.meta.url), 'utf8'),
    )
    return `${name} ${version}`
  }),
)
console.log(`Node ${process.version}, ${versions.join(', ')}; ${cpus().length} × ${cpus()[0]?.model}`)

try {
  for (const kind of Object.keys(stores)) {
    const { rows, direct } = await readBench(kind)
    printTable(
      `Decision read of one pair, µs, ${kind}`,
      ['Megrams', 'p50', 'p99', 'p50 from the store', 'p99 from the store'],
      rows.map(({ size, warm, cold }) => [size, warm.p50, warm.p99, cold.p50, cold.p99]),
    )
    const [small, large] = [rows[0], rows.at(-1)]
    const sized = rows.find(({ size }) => size === directSize)
    console.log(
      `\np99 at ${large.size} against 10: ${(large.warm.p99 / small.warm.p99).toFixed(2)}× from the cache, ${(large.cold.p99 / small.cold.p99).toFixed(2)}× from the store.`,
    )
    console.log(
      `Direct sum at ${directSize}: ${direct.toFixed(0)} ms, ${Math.round((direct * 1_000) / sized.cold.p50)}× the read from the store.`,
    )
  }
  const written = [await writeBench('memory-level'), await writeBench('classic-level')]
  const header = [
    'store',
    'Megrams/s',
    'raw, same keys and bytes',
    'ratio',
    'raw, same bytes in one key',
    'ratio',
    'keys per Megram',
    'bytes per Megram',
  ]
  printTable(`Writing ${writes} Megrams`, header, written)
  const forgotten = [await forgetBench('memory-level'), await forgetBench('classic-level')]
  printTable(
    `Forgetting 100 due of ${directSize}, ms`,
    ['store', 'by the expiry index', 'full scan alone', 'ratio'],
    forgotten,
  )
  printTable(`A store of ${pairSizes.at(-1)} Megrams, classic-level`, ['what', 'value', 'unit'], await openBench())
} finally {
  await Promise.all(directories.map((path) => rm(path, { recursive: true, force: true })))
}
