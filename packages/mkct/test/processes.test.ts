import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { basename, join, relative } from 'node:path'
import { createInterface } from 'node:readline'
import { type OpenMemoryOptions, openMemory } from '@artoo/mkct/node'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { describe, expect, test } from 'vitest'
import { writeChecked } from '../src/node/checked-json.js'
import { bundled } from './support/bundled.js'
import { temporaryDirectory } from './support/stores.js'

describe('killed process', () => {
  function options(path: string): OpenMemoryOptions {
    return { path, clock: manualClock(1_700_000_000_000), ids: sequentialIds(), compression: false }
  }

  test('a second process is told the pid of the first, which, killed while writing, loses no settled receipt, tears no record, and leaves true sums', async () => {
    const path = await temporaryDirectory()
    const settled: number[] = []
    for (let round = 0; round < 2; round++) {
      const child = await startWriter(path, round)
      await child.written(1)
      await expect(openMemory(options(path))).rejects.toMatchObject({
        code: 'store_locked',
        message: expect.stringContaining(`process ${child.pid} on `),
      })
      await child.written(150)
      await child.kill()
      settled.push(...child.settled)
    }
    const memory = await openMemory({ ...options(path), check: 'full' })
    expect((await memory.verify()).damage).toEqual([])
    const written = new Set<number>()
    for await (const { content } of memory.megrams()) written.add(Number(content.split(' ')[0]))
    expect(settled.filter((number) => !written.has(number))).toEqual([])
    await memory.close()
  })

  /** Runs the crash test's writer: it prints the number of every Megram whose receipt has settled. */
  async function startWriter(path: string, round: number) {
    const script = await bundled(new URL('../../../test/crash/memory-writer.mjs', import.meta.url))
    const child = spawn(process.execPath, [script, path, `${round}`, round % 2 ? 'large' : 'small'])
    const settled: number[] = []
    const ended = new Promise<void>((resolve) => child.on('close', () => resolve()))
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (line !== 'opening') settled.push(Number(line))
    })
    return {
      pid: child.pid,
      settled,
      written: (count: number) => expect.poll(() => settled.length, { timeout: 20_000 }).toBeGreaterThanOrEqual(count),
      async kill() {
        child.kill('SIGKILL')
        await ended
      },
    }
  }
})

describe('full disk', () => {
  const limiter = 'prlimit'

  function whyNot(): string | null {
    try {
      execFileSync(limiter, ['--pid', `${process.pid}`, '--fsize'])
      return null
    } catch {
      return `${limiter}, which limits the size of files, is not there`
    }
  }

  const reason = whyNot()
  if (reason !== null) console.warn(`Full disks are not tested: ${reason}.`)

  test.skipIf(reason !== null).each([
    ['append', 'process'],
    ['forget', 'power'],
  ])(
    'nothing that settled after a full disk met an %s is lost, and forgetting can be repeated (%s)',
    async (mode, durability) => {
      const path = await temporaryDirectory()
      const args = [await bundled(new URL('children/full-disk.mjs', import.meta.url)), path, durability, mode]
      const { stdout, signal } = spawnSync(process.execPath, args, {
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'inherit'],
      })
      expect(signal).toBe('SIGKILL')
      const { settled, failed, readable, erased } = JSON.parse(stdout) as {
        settled: readonly number[]
        failed: readonly string[]
        readable: boolean
        erased: number
      }
      expect({ failed, readable }).toEqual({ failed: ['store_io_error'], readable: true })
      const memory = await openMemory({ path, check: 'full' })
      const found = new Set<number>()
      for await (const { content } of memory.megrams()) found.add(Number(content.split(' ')[0]))
      const kept = mode === 'append' ? settled : settled.filter((number) => number % 10 !== 3)
      expect(kept.length).toBeGreaterThan(150)
      expect(kept.filter((number) => !found.has(number))).toEqual([])
      if (mode === 'forget') expect({ erased, left: found.size }).toEqual({ erased: 10, left: kept.length })
      expect((await memory.verify()).damage).toEqual([])
      await memory.close()
    },
    60_000,
  )
})

describe('holder', () => {
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
  async function codeElsewhere(path: string): Promise<string> {
    const script = await bundled(new URL('children/open.mjs', import.meta.url))
    return spawnSync(process.execPath, [script, path], { encoding: 'utf8' }).stdout
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
    expect(await codeElsewhere(link)).toBe('store_locked')
    // The lock itself: the store's own is open while files are swapped.
    expect(await codeElsewhere(join(path, 'artoo-lock'))).toBe('store_locked')
    await forgetting
    await memory.write({ space: 's', entity: 'e', state: 'success', content: 'y' }).settled
    await memory.close()
    expect(await codeElsewhere(link)).toBe('opened')
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
})
