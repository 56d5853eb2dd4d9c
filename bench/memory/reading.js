import { createMemory } from '@artoo/mkct'
import { median, percentile, timed } from '../statistics.js'
import { day, directSize, megram, options, pairSizes, start, stores, writeAll } from './workload.js'

const reads = 5_000
const rounds = 3
const page = 1_000

/** p50 and p99 of `count` calls, µs. */
export async function latency(count, call) {
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
  for (let from = 0; from < sequences.length; from += page) {
    const keys = sequences.slice(from, from + page).map((key) => `default e ${key.slice(-12)}`)
    for (const value of await store.getMany(keys)) {
      const { f, k, at } = JSON.parse(value.slice(64))
      attention += f * Math.exp((-k * (now - at)) / day)
    }
  }
  return attention
}

/** Decision reads of one pair by its size, and the direct sum of one of them, ms. */
export async function readBench(kind) {
  const rows = []
  let direct = Number.NaN
  for (const size of pairSizes) {
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
