import { createMemory } from '@artoo/mkct'
import { median, percentile, timed } from '../statistics.js'
import { day, directSize, megram, options, pairSizes, start, stores, writeAll } from './workload.js'

const reads = 2_000
const rounds = 5
const page = 1_000

/** How long each of `count` calls took, µs. */
export async function latencies(count, call) {
  const samples = []
  for (let index = 0; index < count; index++) {
    const before = performance.now()
    await call(index)
    samples.push((performance.now() - before) * 1_000)
  }
  return samples
}

const percentiles = (samples) => ({ p50: median(samples), p99: percentile(samples, 0.99) })

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

async function fill(kind, size) {
  const store = await stores[kind]()
  const filler = createMemory(options({ store }))
  await writeAll(filler, size, (index) => megram(index, 'big'))
  await writeAll(filler, 10, (index) => megram(index, 'small'))
  await filler.close()
  return { size, store, samples: [] }
}

/** Decision reads of one pair by its size, the sizes taking turns, and the direct sum of one of them, ms. */
export async function readBench(kind) {
  const filled = []
  for (const size of pairSizes) filled.push(await fill(kind, size))
  const { store: summed } = filled.find(({ size }) => size === directSize)
  const sums = []
  for (let round = 0; round < rounds; round++) sums.push((await timed(() => directSum(summed, start))).ms)
  for (const one of filled) one.memory = createMemory(options({ store: one.store }))
  for (let round = 0; round <= rounds; round++) {
    for (const { memory, samples } of filled) {
      const read = (index) => memory.potentials('tool:shell', index % 2 ? 'big' : 'small')
      const taken = await latencies(reads, read)
      if (round > 0) samples.push(...taken)
    }
  }
  for (const { memory, store } of filled) {
    await memory.close()
    await store.close()
  }
  const rows = filled.map(({ size, samples }) => ({ size, ...percentiles(samples) }))
  return { rows, direct: median(sums) }
}
