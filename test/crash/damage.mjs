/**
 * Damages the files of a killed process at every edge and at random places between, and checks that each damage is noticed when
 * the store is opened again, without ending a process, and that a damaged store can be repaired, unless LevelDB ends the process.
 *
 *     node --import tsx --conditions=@artoo/source test/crash/damage.mjs [seconds, 60 by default] [seed]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  filesOf,
  findDamage,
  makeKilledStore,
  randomFrom,
  spotsOf,
} from '../../packages/mkct/test/support/killed-store.js'

const [seconds = '60', seed = '20260221'] = process.argv.slice(2)
const deadline = performance.now() + Number(seconds) * 1_000
const random = randomFrom(Number(seed))
const root = await mkdtemp(join(tmpdir(), 'artoo-damage-'))
const killed = join(root, 'killed')
let noticed = 0
let repaired = 0
let aborted = 0

/** Damage with which LevelDB has to do. */
const ofLevel = ({ file }) => !file.startsWith('artoo')

try {
  await makeKilledStore(join(root, 'store'), killed)
  const files = await filesOf(killed)
  while (performance.now() < deadline) {
    const spots = spotsOf(files, { small: 400, edge: 100, flips: 200, cuts: 50 }, random)
    for (let start = 0; start < spots.length && performance.now() < deadline; start += 200) {
      const some = spots.slice(start, start + 200)
      const toRepair = some.filter(ofLevel).slice(0, 10)
      const [answers, left] = await Promise.all([
        findDamage(killed, join(root, 'a'), some),
        findDamage(killed, join(root, 'b'), toRepair, 'repair'),
      ])
      const missed = some.filter((_, index) => answers[index] === 'nothing')
      if (missed.length > 0) throw new Error(`Not noticed: ${JSON.stringify(missed)}`)
      noticed += answers.length
      const isAborted = (answer) => answer === 'aborted'
      aborted += left.filter(isAborted).length
      repaired += left.length
    }
  }
  console.log(
    `seed ${seed}: ${noticed} flipped and cut bytes, all noticed; ${repaired - aborted} of such stores repaired, over ${aborted} LevelDB ended the process.`,
  )
} finally {
  await rm(root, { recursive: true, force: true })
}
