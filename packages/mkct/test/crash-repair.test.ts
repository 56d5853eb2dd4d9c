import { cp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { openMemory, salvageFiles } from '@artoo/mkct/node'
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

test('no damage to what LevelDB reads ends a process that repairs the store', async () => {
  const files = [...(await filesOf(killed.path()))].filter(([name]) => !name.startsWith('artoo'))
  const all = spotsOf(new Map(files), { small: 20, edge: 50, flips: 50, cuts: 20 }, randomFrom(seed + 1))
  const spots = all.slice(0, 18)
  const left = await findDamage(killed.path(), await temporaryDirectory(), spots, 'repair')
  expect(left).toHaveLength(spots.length)
  expect(left.filter((megrams) => Number(megrams) < 100)).toEqual([])
}, 60_000)

test('what was settled is missed wherever the log was cut; repaired, the store says what was given up', async () => {
  const log = await readFile(await fileOf(killed.path(), '.log'))
  for (const end of beginnings(log).slice(-2)) {
    const path = await killed.copy()
    await writeFile(await fileOf(path, '.log'), log.subarray(0, end))
    await expect(openMemory(killedStoreOptions(path))).rejects.toMatchObject({
      code: 'store_damaged',
      message: expect.stringMatching(/the last \d+ changes are missing/),
    })
    const memory = await openMemory({ ...killedStoreOptions(path), onDamage: 'report' })
    expect((await memory.opened()).map(({ type }) => type)).toEqual(['behind', 'missing'])
    expect((await memory.verify()).ok).toBe(false)
    const { lost, megrams } = await memory.repair()
    expect(lost + megrams).toBe(450)
    expect((await memory.verify()).ok).toBe(true)
    await memory.close()
    const again = await openMemory({ ...killedStoreOptions(path), check: 'full' })
    expect(await again.opened()).toEqual([{ type: 'lost', from: 450 - lost + 1, to: 450 }])
    await again.close()
  }
})

test('damage that was reported is refused until it is repaired, also when the process is killed right after', async () => {
  const path = await killed.copy()
  await flip(await fileOf(path, '.log'), 60_000)
  const memory = await openMemory({ ...killedStoreOptions(path), onDamage: 'report' })
  const copy = await temporaryDirectory()
  await cp(path, copy, { recursive: true })
  await memory.close()
  for (const left of [path, copy]) {
    await expect(openMemory(killedStoreOptions(left))).rejects.toMatchObject({
      message: expect.stringMatching(/the file \d+\.log is altered/),
    })
  }
})

test('a store that lost CURRENT is not taken for a new one', async () => {
  const path = await killed.copy()
  await rm(join(path, 'CURRENT'))
  await expect(openMemory({ ...killedStoreOptions(path), onDamage: 'report' })).rejects.toMatchObject({
    message: expect.stringContaining('salvageFiles'),
  })
  await salvageFiles(path)
  const memory = await openMemory({ ...killedStoreOptions(path), onDamage: 'report' })
  expect(await memory.repair()).toMatchObject({ megrams: 450, lost: 0 })
  await memory.close()
})

test.each([
  ['data', 20_000, 400],
  ['index', -100, 299],
])('a table whose %s was hit is salvaged, and what is left of it and the store repaired', async (_, at, left) => {
  const path = await killed.copy()
  const table = await fileOf(path, '.ldb')
  await flip(table, at)
  const report = { ...killedStoreOptions(path), onDamage: 'report' as const }
  await expect(openMemory(report)).rejects.toMatchObject({
    code: 'store_damaged',
    message: expect.stringContaining('salvageFiles'),
  })
  await salvageFiles(path)
  const memory = await openMemory(report)
  const { lost, megrams } = await memory.repair()
  expect(lost + megrams).toBe(450)
  expect(megrams).toBeGreaterThanOrEqual(left)
  expect(lost).toBeGreaterThan(0)
  await memory.close()
  const again = await openMemory({ ...killedStoreOptions(path), check: 'full' })
  expect((await again.verify()).ok).toBe(true)
  expect(await readdir(path)).toContain('lost')
  await again.forget({ space: 'elsewhere' })
  expect(await readdir(path)).not.toContain('lost')
  await again.close()
})
