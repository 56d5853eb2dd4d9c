import { createMemory } from '@artoo/mkct'
import { median, timed } from '../statistics.js'
import { day, directSize, megram, options, start, stores, writeAll } from './workload.js'

const rounds = 25
const scans = 5

/** Forgetting 100 due Megrams among many against the reading of all that finds them the paper's way. */
export async function forgetBench(kind) {
  const store = await stores[kind]()
  const memory = createMemory(options({ store }))
  await writeAll(memory, directSize - 100, megram)
  const due = (index) => ({ ...megram(index), k: 0.5, at: start })
  const scan = []
  const forget = []
  for (let round = 0; round < rounds; round++) {
    await writeAll(memory, 100, due)
    if (round % (rounds / scans) === 0) scan.push((await timed(() => fullScan(store))).ms)
    const { ms, result } = await timed(() => memory.dream())
    if (result.forgotten !== 100) throw new Error(`forgot ${result.forgotten}`)
    forget.push(ms)
  }
  await memory.close()
  await store.close()
  return [kind, median(forget), median(scan), `${Math.round(median(scan) / median(forget))}×`]
}

async function fullScan(store) {
  const now = start + 30 * day
  let due = 0
  for await (const value of store.values({ gte: 'default e ', lt: 'default e!' })) {
    const { f, k, at } = JSON.parse(value.slice(64))
    if (f !== undefined && f * Math.exp((-k * (now - at)) / day) < 0.1) due++
  }
  return due
}
