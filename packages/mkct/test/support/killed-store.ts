import { spawn } from 'node:child_process'
import { cp, readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { type OpenMemoryOptions, openMemory } from '@artoo/mkct/node'
import { nextMacrotask } from '@artoo/spec'
import { manualClock } from '@artoo/spec/testing'
import { bundled } from './bundled.js'

/** A byte whose bits to flip, or, without a mask, where to cut the file. */
export interface Spot {
  readonly file: string
  readonly offset: number
  readonly mask?: number
}

/**
 * Makes a store at `path` that has been closed in order twice and is in use for the third time, and copies its files to
 * `copy` while it is open and idle: byte for byte what is left when its process is killed then. There are tables with and
 * without a seal, compressed and not, and a log of several blocks.
 */
export async function makeKilledStore(path: string, copy: string): Promise<void> {
  for (let session = 0; session < 3; session++) {
    const memory = await openMemory(killedStoreOptions(path, session !== 2))
    for (let index = 0; index < 150; index++) {
      const content = `${session} attempt ${index} `.repeat(index % 20)
      memory.write({ space: 'tool:shell', entity: `path:/${index % 20}`, state: 'abandon', content })
      if (index % 10 === 9) await memory.flush()
    }
    await memory.flush()
    if (session === 2) {
      while (!(await isSealed(path))) await nextMacrotask()
      await cp(path, copy, { recursive: true })
    }
    await memory.close()
  }
}

async function isSealed(path: string): Promise<boolean> {
  const seal = await readFile(join(path, 'artoo-seal.json'), 'utf8')
  return (await readdir(path)).every((name) => !name.endsWith('.ldb') || seal.includes(name))
}

export function killedStoreOptions(path: string, compression = true): OpenMemoryOptions {
  return { path, compression, clock: manualClock(1_700_000_000_000) }
}

/** LevelDB's diary holds no memory, the locks nothing at all, and the holder only says whom to ask. */
const unchecked = ['LOG', 'LOG.old', 'LOCK', 'artoo-lock', 'artoo-holder.json']

/** The size of every file in which damage is to be noticed. */
export async function filesOf(path: string): Promise<ReadonlyMap<string, number>> {
  const names = (await readdir(path)).filter((name) => !unchecked.includes(name)).sort()
  return new Map(await Promise.all(names.map(async (name) => [name, (await stat(join(path, name))).size] as const)))
}

/**
 * Damages copies of the store at `original`, one for each spot, has another process open them, and gives its answers
 * (`test/crash/damage-finder.mjs`). LevelDB may end a process that opens a damaged store all the same: `aborted`.
 */
export async function findDamage(
  original: string,
  workspace: string,
  spots: readonly Spot[],
  mode: 'notice' | 'repair' = 'notice',
): Promise<readonly string[]> {
  const script = await bundled(new URL('../../../../test/crash/damage-finder.mjs', import.meta.url))
  const args = [script, original, join(workspace, 'damaged'), mode]
  const child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] })
  const ended = new Promise<string>((resolve) => child.on('close', (code, signal) => resolve(`${signal ?? code}`)))
  child.stdin.on('error', () => undefined)
  child.stdin.end(spots.map((spot) => `${JSON.stringify(spot)}\n`).join(''))
  const answers: string[] = []
  for await (const line of createInterface({ input: child.stdout })) answers.push(line)
  const end = await ended
  if (end === 'SIGABRT' && mode === 'repair') {
    const rest = await findDamage(original, workspace, spots.slice(answers.length + 1), mode)
    return [...answers, 'aborted', ...rest]
  }
  if (end !== '0') throw new Error(`The process ended with ${end} over ${JSON.stringify(spots[answers.length])}.`)
  return answers
}

/** Every byte of small files and of the edges of large ones, and some in between, in a random order of `random` (0 to 1). */
export function spotsOf(
  files: ReadonlyMap<string, number>,
  { small, edge, flips, cuts }: { readonly [name in 'small' | 'edge' | 'flips' | 'cuts']: number },
  random: () => number,
): readonly Spot[] {
  const spots: (Spot & { readonly order: number })[] = []
  for (const [file, size] of files) {
    const below = (count: number) => Math.floor(random() * count)
    const offsets = new Set(Array.from({ length: flips }, () => below(size)))
    for (let offset = 0; offset < size; offset++) {
      if (size <= small || offset < edge || offset >= size - edge) offsets.add(offset)
    }
    for (const offset of offsets) spots.push({ file, offset, mask: 1 + below(255), order: random() })
    const lengths = new Set([0, size - 1, ...Array.from({ length: cuts }, () => below(size))])
    for (const offset of lengths) spots.push({ file, offset, order: random() })
  }
  return spots.sort((a, b) => a.order - b.order).map(({ order: _, ...spot }) => spot)
}

/** mulberry32 */
export function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

/** The last file by name with that ending. */
export async function fileOf(path: string, ending: string): Promise<string> {
  const name = (await readdir(path)).filter((file) => file.endsWith(ending)).sort()
  return join(path, name.at(-1) ?? '')
}

/** Changes a byte; from the end when `offset` is negative. */
export async function flip(file: string, offset: number): Promise<void> {
  const bytes = await readFile(file)
  const at = offset < 0 ? bytes.length + offset : offset
  bytes.writeUInt8(bytes.readUInt8(at) ^ 0x10, at)
  await writeFile(file, bytes)
}

/** Where the records of a log begin that fit into its first block. */
export function beginnings(log: Buffer): readonly number[] {
  const found: number[] = []
  for (let at = 0; at + 7 < 32_768; at += 7 + log.readUInt16LE(at + 4)) found.push(at)
  return found
}
