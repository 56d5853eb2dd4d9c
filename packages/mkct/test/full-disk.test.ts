import { execFileSync, spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { openMemory } from '@artoo/mkct/node'
import { expect, test } from 'vitest'
import { temporaryDirectory } from './support/stores.js'

function whyNot(): string | null {
  try {
    execFileSync('prlimit', ['--pid', `${process.pid}`, '--fsize'])
    return null
  } catch {
    return 'prlimit, which limits the size of files, is not there'
  }
}

const script = fileURLToPath(new URL('children/full-disk.mjs', import.meta.url))
const reason = whyNot()
if (reason !== null) console.warn(`Full disks are not tested: ${reason}.`)

test.skipIf(reason !== null).each([
  ['append', 'process'],
  ['append', 'power'],
  ['forget', 'process'],
])(
  'nothing that settled after a full disk met an %s is lost, and forgetting can be repeated (%s)',
  async (mode, durability) => {
    const path = await temporaryDirectory()
    const args = ['--import', 'tsx', '--conditions=@artoo/source', script, path, durability, mode]
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
    expect(kept.length).toBeGreaterThan(500)
    expect(kept.filter((number) => !found.has(number))).toEqual([])
    if (mode === 'forget') expect({ erased, left: found.size }).toEqual({ erased: 30, left: kept.length })
    expect((await memory.verify()).damage).toEqual([])
    await memory.close()
  },
  60_000,
)
