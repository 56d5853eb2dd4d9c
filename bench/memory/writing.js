import { createMemory } from '@artoo/mkct'
import { median, timed } from '../statistics.js'
import { megram, options, sha256, stores, writeAll, writes } from './workload.js'

const batchSize = 1_000
const rounds = 7

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

/** The least that any engine with this format does: an id, JSON, SHA-256 and four keys, put at once into a batch. */
async function writeBare(store, megrams) {
  let link = '0'.repeat(64)
  const number = (value) => value.toString(36).padStart(11, '0')
  for (let from = 0; from < megrams.length; from += batchSize) {
    const batch = store.batch()
    for (let index = from; index < Math.min(from + batchSize, megrams.length); index++) {
      const { space, entity, content, state, k, at } = megrams[index]
      const id = crypto.randomUUID()
      const sequence = number(index)
      const json = `{"v":1,"id":"${id}","level":"M","at":${at},"space":"${space}","entity":"${entity}","content":${JSON.stringify(content)},"state":"${state}","f":0.3,"sigma":0,"k":${k}}`
      link = sha256(`${link}${index} ${json}`)
      batch.put(`default e ${sequence} `, link + json)
      batch.put(`default i ${id} `, sequence)
      batch.put(`default x ${space} ${entity} ${number(at)} ${sequence} `, `[0.3,0,${k},${at}]`)
      batch.put(`default d ${number(at + 1)} ${sequence} `, '')
    }
    await batch.write()
  }
}

async function timeOf(kind, use) {
  const store = await stores[kind]()
  await store.open()
  const { ms } = await timed(() => use(store))
  await store.close()
  return ms
}

/** The engine against the same bytes written raw, the rounds of both taking turns. One row of the table. */
export async function writeBench(kind) {
  const megrams = [...Array(writes).keys()].map((index) => megram(index))
  const recorder = await stores[kind]()
  await recorder.open()
  const batches = recording(recorder)
  const recorded = createMemory(options({ store: recorder }))
  await writeAll(recorded, writes, (index) => megrams[index])
  await recorded.close()
  await recorder.close()
  const all = batches.flat()
  const bytes = all.reduce((sum, [key, value]) => sum + key.length + Buffer.byteLength(value), 0)

  const times = { engine: [], raw: [], bare: [] }
  for (let round = 0; round < rounds; round++) {
    times.raw.push(await timeOf(kind, (store) => writeRaw(store, batches)))
    const store = await stores[kind]()
    const memory = createMemory(options({ store }))
    await memory.opened()
    times.engine.push((await timed(() => writeAll(memory, writes, (index) => megrams[index]))).ms)
    await memory.close()
    await store.close()
    times.bare.push(await timeOf(kind, (store) => writeBare(store, megrams)))
  }
  const perSecond = (samples) => (writes / median(samples)) * 1_000
  const [engine, raw, bare] = [perSecond(times.engine), perSecond(times.raw), perSecond(times.bare)]
  const ratio = (speed) => `${(speed / raw).toFixed(2)}×`
  return [kind, raw, engine, ratio(engine), bare, ratio(bare), all.length / writes, bytes / writes]
}
