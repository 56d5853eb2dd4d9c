/**
 * Damages the journals of several kinds of task, in files, in a store and in a journal of a host's own, and resumes each: it comes to the result
 * that it would have come to, or is refused with the line and the remedy and left as it was.
 *
 *     node --import tsx --conditions=@artoo/source test/crash/journal/main.ts [damages, 2000 by default] [seed]
 */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { randomFrom } from '../../../packages/mkct/test/support/killed-store.js'
import { damages, media, outcomeOf } from './damage.js'
import { journalledTasks } from './tasks.js'

const [count = '2000', seed = '20261123'] = process.argv.slice(2)
const random = randomFrom(Number(seed))
const root = await mkdtemp(join(tmpdir(), 'artoo-damaged-'))
const outcomes = new Map<string, number>()
const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T

try {
  const begun = performance.now()
  const tasks = await journalledTasks(root)
  for (let index = 0; index < Number(count); index++) {
    // Half of all is one flipped bit.
    const damage = random() < 0.5 ? 'flip' : pick(damages)
    const one = { task: pick(tasks), medium: pick(media), damage, random }
    const directory = await mkdtemp(join(root, 'case-'))
    const outcome = await outcomeOf(one, directory)
    await rm(directory, { recursive: true })
    const isRight = outcome === 'went on' || outcome === 'refused'
    const name = isRight ? `${outcome} after ${damage}` : 'problems'
    outcomes.set(name, (outcomes.get(name) ?? 0) + 1)
    if (!isRight) console.error(`${one.task.kind}, ${one.medium}, ${damage}: ${outcome}`)
  }
  const seconds = Math.round((performance.now() - begun) / 1000)
  const counts = [...outcomes].map(([outcome, times]) => `${times} ${outcome}`).sort()
  console.log(`${count} damaged journals of ${tasks.length} tasks in ${seconds} s, seed ${seed}: ${counts.join(', ')}.`)
  if (outcomes.has('problems')) process.exitCode = 1
} finally {
  await rm(root, { recursive: true, force: true })
}
