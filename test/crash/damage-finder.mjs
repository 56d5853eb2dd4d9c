/**
 * Damages the copy of a store at argv[2], once for each line on its input, and says how the damage was noticed. argv[3] is a
 * directory for the damaged copies. A line is JSON: `{ "file", "offset", "mask" }` flips the bits of one byte,
 * `{ "file", "offset" }` cuts the file there. The answer is one of `opening` (refused), `report` (opened with a report),
 * `verify` and `nothing`; with `repair` as argv[4] the store is opened with `onDamage: 'report'` and repaired, if need be
 * after LevelDB has gathered what there is, and the answer is how many Megrams are left.
 */
import { copyFile, link, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { openMemory } from '@artoo/mkct/node'
import { ClassicLevel } from 'classic-level'

const [original, path, mode = 'notice'] = process.argv.slice(2)
const clock = { now: () => 1_700_000_000_000, setTimeout: () => () => {} }

/** Only the mark is written in place, so the other files may be links. */
async function damagedCopy({ file, offset, mask }) {
  await rm(path, { recursive: true, force: true })
  await mkdir(path, { recursive: true })
  for (const name of await readdir(original)) {
    if ([file, 'LOCK', 'artoo-lock'].includes(name)) continue
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
    ifDamaged(error)
    return 'opening'
  }
  try {
    const damage = await memory.opened()
    if (damage.length > 0) return 'report'
    return (await memory.verify()).damage.length > 0 ? 'verify' : 'nothing'
  } catch (error) {
    ifDamaged(error)
    return 'verify'
  } finally {
    await memory.close()
  }
}

async function repaired() {
  try {
    return await repair()
  } catch (error) {
    ifDamaged(error)
  }
  await ClassicLevel.repair(path)
  return repair()
}

async function repair() {
  const memory = await openMemory({ path, clock, onDamage: 'report' })
  try {
    const { megrams } = await memory.repair()
    const { ok, damage } = await memory.verify()
    if (!ok) throw new Error(`A repaired store has damage: ${JSON.stringify(damage)}`)
    return megrams
  } finally {
    await memory.close()
  }
}

function ifDamaged(error) {
  if (error.code !== 'damaged_store') throw error
}

for await (const line of createInterface({ input: process.stdin })) {
  await damagedCopy(JSON.parse(line))
  process.stdout.write(`${await (mode === 'notice' ? noticed() : repaired())}\n`)
}
