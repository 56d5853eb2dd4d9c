import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createArtoo, type FinalResult, type Journal, type JournalLine, memoryJournal, type RunEvent } from '@artoo/sdk'
import { expect, test } from 'vitest'
import { task, worldIn } from './invitation.js'
import { essenceOf } from './outcome.js'

function artooIn(directory: string, journal: Journal) {
  const { model, tools, confirm } = worldIn(directory)
  return createArtoo({ model, tools, confirm, journal, hyperparameters: { delta: 0.1 }, dreamer: false })
}

async function linesOf(journal: Journal, taskId: string): Promise<JournalLine[]> {
  const lines: JournalLine[] = []
  for await (const line of journal.read(taskId)) lines.push(line)
  return lines
}

test('a task resumed after any line of its journal comes to the undisturbed result', async () => {
  const root = mkdtempSync(join(tmpdir(), 'artoo-lines-'))
  const journal = memoryJournal()
  const undisturbed = artooIn(root, journal)
  const run = undisturbed.run(task)
  const essence = essenceOf(await run)
  await undisturbed.close()
  const lines = await linesOf(journal, run.taskId)
  for (let count = 1; count <= lines.length; count++) {
    const directory = mkdtempSync(join(root, 'cut-'))
    const cut = memoryJournal()
    await cut.append(run.taskId, lines.slice(0, count))
    const artoo = artooIn(directory, cut)
    const resumed = artoo.resume(run.taskId, { takeOver: true })
    expect(essenceOf((await resumed) as FinalResult), `after ${count} lines`).toEqual(essence)
    const nonces = (resumed.events as RunEvent[]).filter(({ type }) => type === 'ModelCall')
    expect(nonces, `after ${count} lines`).toHaveLength(17)
    await artoo.close()
  }
  rmSync(root, { recursive: true })
})
