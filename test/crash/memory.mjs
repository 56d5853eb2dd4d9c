/**
 * Kills a writing process at random moments, also while it opens the memory, again and again over one store, and checks
 * after each kill that the store opens without complaint, no settled receipt is lost, no record is torn and the sums are true.
 *
 *     node --import tsx --conditions=@artoo/source test/crash/memory.mjs [seconds, 120 by default] [seed]
 */
import { spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { openMemory } from '@artoo/mkct/node'
import { randomFrom } from '../../packages/mkct/test/support/killed-store.js'

const [seconds = '120', seed = '20260221'] = process.argv.slice(2)
const writer = fileURLToPath(new URL('memory-writer.mjs', import.meta.url))
const random = randomFrom(Number(seed))
const deadline = performance.now() + Number(seconds) * 1_000
const path = await mkdtemp(join(tmpdir(), 'artoo-crash-'))
const settled = new Set()
let rounds = 0
let megrams = 0

/** Kills a writer `delay` ms after it has begun to open the memory. */
function writeAndKill(round, delay) {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['--import', 'tsx', '--conditions=@artoo/source', writer, path, `${round}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
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

async function check() {
  const memory = await openMemory({ path, check: 'full' })
  const damage = [...(await memory.opened()), ...(await memory.verify()).damage]
  const written = new Set()
  for await (const { content } of memory.megrams()) written.add(Number(content.split(' ')[0]))
  megrams = (await memory.summary()).megrams
  await memory.close()
  const lost = [...settled].filter((number) => !written.has(number))
  if (damage.length > 0 || lost.length > 0) {
    throw new Error(`Round ${rounds}: ${lost.length} settled Megrams lost, damage ${JSON.stringify(damage)}`)
  }
}

try {
  while (performance.now() < deadline) {
    await writeAndKill(rounds, random() * 600)
    rounds++
    if (random() < 0.6) await check()
  }
  await check()
  console.log(
    `${rounds} kills, seed ${seed}: ${settled.size} receipts settled, all there; ${megrams} Megrams, chain and sums sound.`,
  )
} finally {
  await rm(path, { recursive: true, force: true })
}
