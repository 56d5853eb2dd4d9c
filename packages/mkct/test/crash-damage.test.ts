import { appendFile, cp, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openMemory } from '@artoo/mkct/node'
import { expect, test } from 'vitest'
import {
  beginnings,
  fileOf,
  filesOf,
  findDamage,
  flip,
  killedStoreOptions,
  randomFrom,
  spotsOf,
} from './support/killed-store.js'
import { killedStore } from './support/shared-killed-store.js'
import { temporaryDirectory } from './support/stores.js'

const seed = 20260221
const killed = killedStore()

test('a store whose process was killed opens without complaint', async () => {
  const memory = await openMemory({ ...killedStoreOptions(await killed.copy()), check: 'full' })
  expect(await memory.opened()).toEqual([])
  expect(await memory.verify()).toMatchObject({ damage: [], megrams: 450 })
  await memory.close()
})

test('one flipped or cut byte in any file of a killed process is noticed, and ends no process', async () => {
  const files = await filesOf(killed.path())
  expect([...files.keys()].map((name) => name.replace(/\d+/, 'n'))).toEqual([
    'n.ldb',
    'n.ldb',
    'n.log',
    'CURRENT',
    'MANIFEST-n',
    'artoo-holder.json',
    'artoo-mark',
    'artoo-seal.json',
  ])
  const spots = spotsOf(files, { small: 20, edge: 10, flips: 9, cuts: 4 }, randomFrom(seed))
  const half = Math.ceil(spots.length / 2)
  const answers = await Promise.all([
    findDamage(killed.path(), await temporaryDirectory(), spots.slice(0, half)),
    findDamage(killed.path(), await temporaryDirectory(), spots.slice(half)),
  ])
  const unnoticed = spots.filter((_, index) => answers.flat()[index] === 'nothing')
  expect(unnoticed).toEqual([])
  expect(answers.flat()).toHaveLength(spots.length)
}, 60_000)

test('a recall that is gone from the log is missed, though no entry is', async () => {
  const path = await temporaryDirectory()
  const memory = await openMemory(killedStoreOptions(path))
  await memory.remember({ space: 's', entity: 'e', content: 'fact' }).settled
  const [fact] = await memory.recent('s', 'e', 1)
  const before = (await readFile(await fileOf(path, '.log'))).length
  await memory.recall(fact?.id ?? '')
  const copy = await temporaryDirectory()
  await cp(path, copy, { recursive: true })
  await memory.close()
  const log = await fileOf(copy, '.log')
  await writeFile(log, (await readFile(log)).subarray(0, before))
  await expect(openMemory(killedStoreOptions(copy))).rejects.toMatchObject({ code: 'store_damaged' })
  const report = await openMemory({ ...killedStoreOptions(copy), onDamage: 'report' })
  expect((await report.opened()).map(({ type }) => type)).toEqual(['behind'])
  expect((await report.verify()).ok).toBe(false)
  await report.repair()
  await report.close()
  const again = await openMemory(killedStoreOptions(copy))
  expect(await again.opened()).toEqual([])
  await again.close()
})

test('a namespace is missed what it lost, also when another was opened in between', async () => {
  const path = await killed.copy()
  const log = await fileOf(path, '.log')
  const bytes = await readFile(log)
  await writeFile(log, bytes.subarray(0, beginnings(bytes).at(-1)))
  for (let session = 0; session < 2; session++) {
    const other = await openMemory({ ...killedStoreOptions(path), namespace: 'other' })
    await other.write({ space: 's', entity: 'e', state: 'success', content: `${session}` }).settled
    await other.close()
  }
  await expect(openMemory(killedStoreOptions(path))).rejects.toMatchObject({
    message: expect.stringContaining('changes are missing'),
  })
})

test('a batch that the kill cut short, and a table that it left unfinished, are no damage', async () => {
  const path = await killed.copy()
  const log = await fileOf(path, '.log')
  const bytes = await readFile(log)
  const [begin = 0, end = 0] = beginnings(bytes)
  const room = 32_768 - (bytes.length % 32_768)
  await appendFile(log, bytes.subarray(begin, Math.min(end - 1, room)))
  await writeFile(join(path, '000999.ldb'), 'unfinished')
  const memory = await openMemory({ ...killedStoreOptions(path), check: 'full' })
  expect(await memory.opened()).toEqual([])
  expect((await memory.verify()).damage).toEqual([])
  await memory.close()
})

test('verify() notices a table and a log that changed while the store was open', async () => {
  for (const ending of ['.ldb', '.log', 'artoo-mark', 'artoo-seal.json']) {
    const path = await killed.copy()
    const memory = await openMemory(killedStoreOptions(path))
    await memory.write({ space: 's', entity: 'e', state: 'success', content: 'x'.repeat(100) }).settled
    expect((await memory.verify()).damage).toEqual([])
    const file = await fileOf(path, ending)
    await flip(file, 90)
    const { damage } = await memory.verify()
    expect(damage).toContainEqual({ type: 'file', name: file.slice(path.length + 1), problem: expect.anything() })
    await memory.close()
  }
})
