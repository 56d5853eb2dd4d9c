/**
 * Damages the copy of a store at argv[2], once for each line on its input, and says how the damage was noticed. argv[3] is a
 * directory for the damaged copies. A line is JSON: `{ "file", "offset", "mask" }` flips the bits of one byte,
 * `{ "file", "offset" }` cuts the file there. The answer is one of `opening`, `report`, `verify` and `nothing`.
 */
import { copyFile, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openMemory } from '@artoo/mkct/node'

const [original, path] = process.argv.slice(2)
const clock = { now: () => 1_700_000_000_000, setTimeout: () => () => {} }

/** Only the mark is written in place, so the other files may be links. */
async function damagedCopy({ file, offset, mask }) {
  await rm(path, { recursive: true, force: true })
  await mkdir(path)
  for (const name of await readdir(original)) {
    if (name === file) continue
    await (name === 'artoo-mark' ? copyFile : link)(join(original, name), join(path, name))
  }
  const bytes = await readFile(join(original, file))
  if (mask !== undefined) bytes[offset] ^= mask
  await writeFile(join(path, file), mask === undefined ? bytes.subarray(0, offset) : bytes)
}

async function noticed() {
  let memory
  try {
    memory = await openMemory({ path, clock })
  } catch (error) {
    if (error.code !== 'store_damaged') throw error
    return 'opening'
  }
  try {
    if ((await memory.opened()).length > 0) return 'report'
    return (await memory.verify()).damage.length > 0 ? 'verify' : 'nothing'
  } finally {
    await memory.close()
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  await damagedCopy(JSON.parse(line))
  process.stdout.write(`${await noticed()}\n`)
}
