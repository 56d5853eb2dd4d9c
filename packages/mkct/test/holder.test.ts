import { spawnSync } from 'node:child_process'
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join, relative } from 'node:path'
import { openMemory } from '@artoo/mkct/node'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { expect, test } from 'vitest'
import { writeChecked } from '../src/node/checked-json.js'
import { temporaryDirectory } from './support/stores.js'

function options(path: string) {
  return { path, clock: manualClock(1_700_000_000_000), ids: sequentialIds('m') }
}

/** A store with one Megram. */
async function closedStore(): Promise<string> {
  const path = await temporaryDirectory()
  const memory = await openMemory(options(path))
  memory.write({ space: 's', entity: 'e', state: 'success', content: 'x' })
  await memory.close()
  return path
}

const locked = {
  code: 'store_locked',
  message: expect.stringContaining(`process ${process.pid} on ${hostname()}, since 2023-11-14`),
}

test('what a dead process held is taken over', async () => {
  const path = await closedStore()
  const { pid } = spawnSync(process.execPath, ['--version'])
  await writeChecked(join(path, 'artoo-holder.json'), { pid, host: hostname(), since: '2026-01-01T00:00:00.000Z' })
  const memory = await openMemory(options(path))
  expect((await memory.summary()).megrams).toBe(1)
  await expect(openMemory(options(path))).rejects.toMatchObject(locked)
  await memory.close()
  expect(await readdir(path)).not.toContain('artoo-holder.json')
})

test('a path stays held while its store is closed: during the sealing, and the swap of files', async () => {
  const path = await closedStore()
  const memory = await openMemory(options(path))
  let ended = false
  const forgotten = memory
    .forget({ space: 's' })
    .then(() => memory.close())
    .finally(() => {
      ended = true
    })
  const codes = new Set<unknown>()
  while (!ended) {
    const second = await openMemory(options(path)).catch((error: { code: string }) => error.code)
    if (typeof second === 'string') codes.add(second)
    else await second.close()
  }
  await forgotten
  expect([...codes]).toEqual(['store_locked'])
  const after = await openMemory(options(path))
  expect(await after.verify()).toEqual({ ok: true, megrams: 0, damage: [] })
  await after.close()
})

/** What another process gets that opens the path. */
function codeElsewhere(path: string): string {
  const program = `import { openMemory } from '@artoo/mkct/node'
    console.log(await openMemory({ path: ${JSON.stringify(path)} }).then((memory) => memory.close().then(() => 'opened'), (error) => error.code))`
  const args = ['--import', 'tsx', '--conditions=@artoo/source', '--input-type=module', '--eval', program]
  return spawnSync(process.execPath, args, { encoding: 'utf8', cwd: import.meta.dirname }).stdout.trim()
}

test('a second memory in this process is refused under every spelling of the path, and the lock holds for others', async () => {
  const path = await closedStore()
  const link = `${path}-link`
  await symlink(path, link)
  const memory = await openMemory({ ...options(path), ids: sequentialIds('n') })
  const forgetting = memory.forget({ space: 'elsewhere' })
  for (const spelling of [path, link, relative(process.cwd(), path), join(path, '..', basename(path), '/')]) {
    await expect(openMemory(options(spelling))).rejects.toMatchObject({ code: 'store_locked' })
  }
  expect(codeElsewhere(link)).toBe('store_locked')
  await forgetting
  expect(codeElsewhere(path)).toBe('store_locked')
  await memory.write({ space: 's', entity: 'e', state: 'success', content: 'y' }).settled
  await memory.close()
  expect(codeElsewhere(link)).toBe('opened')
  const again = await openMemory({ ...options(link), check: 'full' })
  expect(await again.verify()).toEqual({ ok: true, megrams: 2, damage: [] })
  await again.close()
  await rm(link)
})

test('a damaged lock is made anew', async () => {
  const path = await closedStore()
  const lock = join(path, 'artoo-lock')
  for (const name of await readdir(lock)) {
    const bytes = await readFile(join(lock, name))
    await writeFile(join(lock, name), bytes.fill(0xff))
  }
  const memory = await openMemory(options(path))
  expect((await memory.summary()).megrams).toBe(1)
  await memory.close()
})

test('openMemory refuses an option that is none', async () => {
  const options = { path: await temporaryDirectory(), compresion: false }
  await expect(openMemory(options)).rejects.toMatchObject({ code: 'invalid_option', field: 'compresion' })
})
