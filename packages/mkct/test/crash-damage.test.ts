import { appendFile, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openMemory } from '@artoo/mkct/node'
import { ClassicLevel } from 'classic-level'
import { expect, test } from 'vitest'
import { compareFiles, digestFiles } from '../src/node/file-seal.js'
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
import { copyAlive, temporaryDirectory } from './support/stores.js'

const seed = 20260221
const killed = killedStore()

/** Tables that are there and in the seal. */
async function sealedTables(path: string): Promise<readonly string[]> {
  const seal = await readFile(join(path, 'artoo-seal.json'), 'utf8').catch(() => '')
  return (await readdir(path)).filter((name) => name.endsWith('.ldb') && seal.includes(`"${name}"`))
}

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
    'artoo-mark',
    'artoo-seal.json',
  ])
  const spots = spotsOf(files, { small: 0, edge: 1, flips: 1, cuts: 1 }, randomFrom(seed))
  const answers = await findDamage(killed.path(), await temporaryDirectory(), spots)
  expect(spots.filter((_, index) => answers[index] === 'nothing')).toEqual([])
  expect(answers).toHaveLength(spots.length)
})

test('a store with any one damage to what LevelDB reads is repaired, and most of it is left', async () => {
  const files = [...(await filesOf(killed.path()))].filter(([name]) => !name.startsWith('artoo'))
  const spots = spotsOf(new Map(files), { small: 20, edge: 50, flips: 50, cuts: 20 }, randomFrom(seed + 1)).slice(0, 3)
  const left = await findDamage(killed.path(), await temporaryDirectory(), spots, 'repair')
  expect(left).toHaveLength(spots.length)
  expect(left.filter((megrams) => !(Number(megrams) >= 290))).toEqual([])
})

test('what was settled is missed when the log was cut; repaired, the rest is kept', async () => {
  const path = await killed.copy()
  const log = await fileOf(path, '.log')
  const bytes = await readFile(log)
  await writeFile(log, bytes.subarray(0, beginnings(bytes).at(-1)))
  for (let attempt = 0; attempt < 2; attempt++) {
    await expect(openMemory(killedStoreOptions(path))).rejects.toMatchObject({
      code: 'damaged_store',
      message: expect.stringMatching(/the last \d+ changes are missing/),
    })
  }
  const memory = await openMemory({ ...killedStoreOptions(path), onDamage: 'report' })
  expect((await memory.opened()).map(({ type }) => type)).toEqual(['behind', 'missing'])
  expect((await memory.verify()).ok).toBe(false)
  const { lost, megrams } = await memory.repair()
  expect(lost + megrams).toBe(450)
  expect((await memory.verify()).ok).toBe(true)
  await memory.close()
  const again = await openMemory({ ...killedStoreOptions(path), check: 'full' })
  expect(await again.opened()).toEqual([])
  await again.close()
})

test('what LevelDB dropped from the middle of its log is refused until it is repaired, also after a second kill', async () => {
  const path = await killed.copy()
  await flip(await fileOf(path, '.log'), 60_000)
  const memory = await openMemory({ ...killedStoreOptions(path), onDamage: 'report' })
  const copy = await copyAlive(path)
  await memory.close()
  for (const left of [path, path, copy]) {
    await expect(openMemory(killedStoreOptions(left))).rejects.toMatchObject({
      message: expect.stringMatching(/journal entries \d+ to \d+ are missing/),
    })
  }
})

test('after a crash the chain is checked from the sealed sequence on, though that is more than the tail', async () => {
  const path = await temporaryDirectory()
  const memory = await openMemory(killedStoreOptions(path))
  for (let index = 0; index < 1010; index++) memory.write({ space: 's', entity: 'e', state: 'success', content: 'x' })
  await memory.flush()
  const copy = await copyAlive(path)
  await memory.close()
  const level = new ClassicLevel(copy)
  await level.del('default e 00000000009 ')
  await level.close()
  await expect(openMemory(killedStoreOptions(copy))).rejects.toMatchObject({
    message: expect.stringContaining('journal entries 9 to 9 are missing'),
  })
})

test('a store that lost CURRENT is not taken for a new one; what LevelDB gathers of it is repaired', async () => {
  const path = await killed.copy()
  await rm(join(path, 'CURRENT'))
  const before = await readdir(path)
  await expect(openMemory({ ...killedStoreOptions(path), onDamage: 'report' })).rejects.toMatchObject({
    code: 'damaged_store',
    message: expect.stringContaining('CURRENT is missing'),
  })
  expect(await readdir(path)).toEqual(before.filter((name) => name !== 'artoo-holder.json'))
  await ClassicLevel.repair(path)
  const memory = await openMemory({ ...killedStoreOptions(path), onDamage: 'report' })
  expect(await memory.repair()).toMatchObject({ megrams: 450, lost: 0 })
  await memory.close()
})

test('tables are sealed as they appear: one that was hit after a crash is refused before LevelDB reads it', async () => {
  const path = await temporaryDirectory()
  const memory = await openMemory(killedStoreOptions(path, false))
  for (let index = 0; index < 200; index++) {
    memory.write({ space: 's', entity: `${index % 9}`, state: 'refine', content: 'x'.repeat(60_000) })
    if (index % 5 === 4) await memory.flush()
  }
  const names = async () => (await readdir(path)).filter((name) => name.endsWith('.ldb'))
  await expect.poll(async () => (await names()).length).toBeGreaterThan(1)
  await expect.poll(() => sealedTables(path)).not.toEqual([])
  const copy = await copyAlive(path)
  await memory.close()
  const sealed = await sealedTables(copy)
  expect(sealed).not.toEqual([])
  await flip(join(copy, sealed[0] ?? ''), 500_000)
  await expect(openMemory(killedStoreOptions(copy))).rejects.toMatchObject({
    code: 'damaged_store',
    message: expect.stringContaining(`the file ${sealed[0]} is altered`),
  })
})

test('a recall that is gone from the log is missed, though no entry is', async () => {
  const path = await temporaryDirectory()
  const memory = await openMemory(killedStoreOptions(path))
  await memory.remember({ space: 's', entity: 'e', content: 'fact' }).settled
  const [fact] = await memory.recent('s', 'e', 1)
  const before = (await readFile(await fileOf(path, '.log'))).length
  await memory.recall(fact?.id ?? '')
  const copy = await copyAlive(path)
  await memory.close()
  const log = await fileOf(copy, '.log')
  await writeFile(log, (await readFile(log)).subarray(0, before))
  await expect(openMemory(killedStoreOptions(copy))).rejects.toMatchObject({ code: 'damaged_store' })
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

test('the name of a table that closing left unfinished may be used again', async () => {
  const path = await temporaryDirectory()
  const first = await openMemory(killedStoreOptions(path))
  await first.write({ space: 's', entity: 'e', state: 'success', content: 'x' }).settled
  await writeFile(join(path, '000020.ldb'), 'unfinished')
  await first.close()
  const second = await openMemory(killedStoreOptions(path))
  expect(await readdir(path)).not.toContain('000020.ldb')
  await second.write({ space: 's', entity: 'e', state: 'success', content: 'y' }).settled
  const copy = await copyAlive(path)
  await second.close()
  await writeFile(join(copy, '000020.ldb'), 'made anew')
  const memory = await openMemory({ ...killedStoreOptions(copy), check: 'full' })
  expect(await memory.opened()).toEqual([])
  expect(await memory.verify()).toEqual({ ok: true, megrams: 2, damage: [] })
  await memory.close()
})

test('a table in use is not known by the digest of an unfinished one that had its name', async () => {
  const path = await temporaryDirectory()
  await writeFile(join(path, '000020.ldb'), 'unfinished')
  const closed = await digestFiles(path, ['000020.ldb'], new Set(), {})
  await writeFile(join(path, '000020.ldb'), 'made anew')
  const seal = {
    files: await digestFiles(path, ['000020.ldb'], new Set(['000020.ldb']), closed),
    marks: {},
    damage: [],
  }
  expect(await compareFiles(path, seal, { intact: false, full: true })).toEqual([])
  await writeFile(join(path, '000020.ldb'), 'made angw')
  expect(await compareFiles(path, seal, { intact: false, full: true })).toHaveLength(1)
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

test('verify() notices a sealed file that changed while the store was open', async () => {
  for (const ending of ['.ldb', 'artoo-mark', 'artoo-seal.json']) {
    const path = await temporaryDirectory()
    const first = await openMemory(killedStoreOptions(path))
    await first.write({ space: 's', entity: 'e', state: 'success', content: 'x'.repeat(500) }).settled
    await first.close()
    const memory = await openMemory(killedStoreOptions(path))
    await expect.poll(() => sealedTables(path)).toHaveLength(1)
    expect((await memory.verify()).damage).toEqual([])
    const name = ending === '.ldb' ? ((await sealedTables(path))[0] ?? '') : ending
    await flip(join(path, name), 90)
    const { damage } = await memory.verify()
    await memory.close()
    expect(damage).toContainEqual({ type: 'file', name, problem: expect.anything() })
  }
})
