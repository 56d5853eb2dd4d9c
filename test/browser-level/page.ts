import { createMemory, type Memory, type MemoryOptions, type NewMegram } from '@artoo/mkct'
import { testStore } from '@artoo/mkct/conformance'
import { manualClock } from '@artoo/spec/testing'
import { BrowserLevel } from 'browser-level'

/** Runs in the page; what it exports, a test calls from outside. */
const cases = new Map<string, () => Promise<void>>()
let databases = 0

testStore({
  test: (name, run) => void cases.set(name, run),
  open: () => new BrowserLevel<string, string>(`case ${++databases}`),
  close: async (store) => {
    await store.close()
    if (store instanceof BrowserLevel) await BrowserLevel.destroy(store.location)
  },
})

export const caseNames = (): readonly string[] => [...cases.keys()]

export async function runCase(name: string): Promise<void> {
  const run = cases.get(name)
  if (!run) throw new Error(`No conformance case is named ${name}.`)
  await run()
}

/** Opens the database for one use of a memory over it, with no option but those given, and closes both. */
async function withMemory<T>(database: string, options: MemoryOptions, use: (memory: Memory) => Promise<T>) {
  const store = new BrowserLevel<string, string>(database)
  const memory = createMemory({ store, ...options })
  try {
    return await use(memory)
  } finally {
    await memory.close()
    await store.close()
  }
}

async function everythingOf(memory: Memory, megrams: readonly NewMegram[]) {
  const receipts = megrams.map((megram) => memory.write(megram))
  for (const { settled } of receipts) await settled
  const records = []
  for await (const { id, space, entity } of memory.megrams()) {
    records.push({ id, space, entity, potentials: await memory.potentials(space, entity) })
  }
  const [damage, summary, verification] = [await memory.opened(), await memory.summary(), await memory.verify()]
  return { records, damage, summary, verification }
}

/** Writes at a given time, and tells all that the memory then holds. */
export const writeAt = (database: string, now: number, megrams: readonly NewMegram[] = []) =>
  withMemory(database, { clock: manualClock(now) }, (memory) => everythingOf(memory, megrams))

export const writeWithDefaults = (database: string, megrams: readonly NewMegram[]) =>
  withMemory(database, {}, (memory) => everythingOf(memory, megrams))

/** The same, but after other pages that take turns this way. */
export const writeInTurn = (database: string, megrams: readonly NewMegram[]) =>
  navigator.locks.request(`memory ${database}`, () => writeWithDefaults(database, megrams))

/** Opens a memory while IndexedDB can't read, and tells the error. */
export async function openUnreadable(database: string): Promise<string> {
  const { get } = IDBObjectStore.prototype
  IDBObjectStore.prototype.get = () => {
    throw new DOMException('The disk gave up.', 'UnknownError')
  }
  try {
    return await withMemory(database, {}, async (memory) => `opened with ${(await memory.opened()).length} damages`)
  } catch (error) {
    return String(error instanceof Error ? (error.cause ?? error) : error)
  } finally {
    IDBObjectStore.prototype.get = get
  }
}

/** Every key and value of a database. */
export async function dump(database: string): Promise<[string, string][]> {
  const store = new BrowserLevel<string, string>(database)
  try {
    return await store.iterator().all()
  } finally {
    await store.close()
  }
}
