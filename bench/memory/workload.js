/** What all measurements share: the stores, the Megrams and how much of everything. */
import { hash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { ClassicLevel } from 'classic-level'
import { MemoryLevel } from 'memory-level'

const quick = process.argv.includes('--quick')
export const pairSizes = quick ? [10, 1_000, 10_000] : [10, 1_000, 100_000, 1_000_000]
export const directSize = quick ? 10_000 : 100_000
export const writes = quick ? 5_000 : 50_000
export const day = 86_400_000
export const start = Date.UTC(2026, 0, 1)
const directories = []

export async function directory() {
  const path = await mkdtemp(join(tmpdir(), 'artoo-bench-'))
  directories.push(path)
  return path
}

export async function removeDirectories() {
  await Promise.all(directories.map((path) => rm(path, { recursive: true, force: true })))
}

export const stores = {
  'memory-level': async () => new MemoryLevel({ storeEncoding: 'utf8' }),
  'classic-level': async () => new ClassicLevel(await directory()),
}

export const sha256 = (text) => hash('sha256', text)

const clock = { now: () => start + 30 * day, schedule: () => () => {} }

export const options = (more) => ({ clock, sha256, ...more })

/** A Megram of about 250 characters, over a hundred pairs unless one is named. */
export function megram(index, entity = `path:/home/user/project/source-${index % 100}.ts`) {
  const content = `Attempt ${index}: the command ended with exit code 1; the file was not found where the plan said it would be.`
  return { space: 'tool:shell', entity, state: 'change_path', content, k: 0.001, at: start + index }
}

export async function writeAll(memory, count, make) {
  for (let index = 0; index < count; index++) {
    memory.write(make(index))
    if (index % 5_000 === 4_999) await memory.flush()
  }
  await memory.flush()
}
