import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { randomFrom } from '../../../packages/mkct/test/support/killed-store.js'
import { notReplayed } from '../../replayed/not-replayed.js'
import { damages, media, outcomeOf } from './damage.js'
import { journalledTasks } from './tasks.js'

/** `npm run test:crash` damages 2,000. */
const flips = 20

test('a damaged journal is refused with the line and the remedy and left as it was, or comes to the undisturbed result', async () => {
  notReplayed('what is damaged is not replayed')
  const random = randomFrom(20_261_123)
  const root = mkdtempSync(join(tmpdir(), 'artoo-damaged-'))
  const tasks = await journalledTasks(root)
  const pick = <T>(items: readonly T[]): T => items[Math.floor(random() * items.length)] as T
  const cases = [...Array.from({ length: flips }, () => 'flip' as const), ...damages]
  for (const damage of cases) {
    const one = { task: pick(tasks), medium: pick(media), damage, random }
    const outcome = await outcomeOf(one, mkdtempSync(join(root, 'case-')))
    expect(['refused', 'went on'], `${one.task.kind}, ${one.medium}, ${damage}: ${outcome}`).toContain(outcome)
  }
  rmSync(root, { recursive: true })
})
