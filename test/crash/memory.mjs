/**
 * Kills a writing process at random moments, also while it opens, closes, compacts or forgets, again and again over a few
 * stores, and checks that each store opens without complaint, no settled receipt is lost, no record is torn and the sums are
 * true. Two stores are at it side by side.
 *
 *     node --import tsx --conditions=@artoo/source test/crash/memory.mjs [kills, 1000 by default] [seed]
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMemory } from '@artoo/mkct/node'
import { bundled } from '../../packages/mkct/test/support/bundled.js'
import { randomFrom } from '../../packages/mkct/test/support/killed-store.js'

const [kills = '1000', seed = '20260221'] = process.argv.slice(2)
/** How many in a hundred rounds write how, and the most milliseconds until they are killed. */
const modes = { small: [55, 300], large: [42, 300], closing: [3, 3500] }
/** A store is begun anew after so many kills, as checking costs more and more. */
const killsPerStore = 25
const root = await mkdtemp(join(tmpdir(), 'artoo-crash-'))
const writer = await bundled(new URL('memory-writer.mjs', import.meta.url))
const total = { kills: 0, receipts: 0, lost: 0, refused: 0 }

/** Kills a writer `delay` ms after it has begun to open the memory; `settled` takes the numbers that it printed. */
function writeAndKill(path, round, mode, delay, settled) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [writer, path, `${round}`, mode], { stdio: ['ignore', 'pipe', 'inherit'] })
    let rest = ''
    let writing = false
    child.stdout.on('data', (data) => {
      if (!writing) setTimeout(() => child.kill('SIGKILL'), delay)
      writing = true
      const lines = (rest + data).split('\n')
      rest = lines.pop()
      for (const line of lines) if (line !== 'opening') settled.add(Number(line))
    })
    child.on('close', (code) => (code === null ? resolve() : reject(new Error(`The writer ended with ${code}.`))))
  })
}

async function check(path, settled) {
  let memory
  try {
    memory = await openMemory({ path, check: 'full' })
  } catch (error) {
    total.refused++
    console.error(`Refused: ${error.message}`)
    return false
  }
  const damage = [...(await memory.opened()), ...(await memory.verify()).damage]
  const written = new Set()
  for await (const { content } of memory.megrams()) written.add(Number(content.split(' ')[0]))
  await memory.close()
  const lost = [...settled].filter((number) => !written.has(number)).length
  total.lost += lost
  if (damage.length > 0 || lost > 0) console.error(`${lost} settled Megrams lost, damage ${JSON.stringify(damage)}`)
  return damage.length === 0 && lost === 0
}

function pickMode(percent) {
  if (percent < modes.small[0]) return 'small'
  return percent < modes.small[0] + modes.large[0] ? 'large' : 'closing'
}

async function killAgainAndAgain(lane) {
  const random = randomFrom(Number(seed) + lane)
  for (let store = 0; total.kills < Number(kills); store++) {
    const path = join(root, `${lane}-${store}`)
    const settled = new Set()
    for (let round = 0; round < killsPerStore && total.kills < Number(kills); round++) {
      total.kills++
      const mode = pickMode(random() * 100)
      await writeAndKill(path, round, mode, random() * modes[mode][1], settled)
      const isLast = round === killsPerStore - 1 || total.kills >= Number(kills)
      if ((isLast || random() < 0.5) && !(await check(path, settled))) break
    }
    total.receipts += settled.size
    await rm(path, { recursive: true, force: true })
  }
}

try {
  const begun = performance.now()
  await Promise.all([killAgainAndAgain(0), killAgainAndAgain(1)])
  const seconds = Math.round((performance.now() - begun) / 1000)
  console.log(
    `${total.kills} kills in ${seconds} s, seed ${seed}: ${total.receipts} receipts settled, ${total.lost} lost; ${total.refused} sound stores refused.`,
  )
  if (total.lost + total.refused > 0) process.exitCode = 1
} finally {
  await rm(root, { recursive: true, force: true })
}
