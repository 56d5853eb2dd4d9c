import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { replay } from '@artoo/insight'
import { type FinalResult, type Journal, type JournalLine, memoryJournal } from '@artoo/sdk'
import { expect, test } from 'vitest'
import { bundled } from '../../../packages/mkct/test/support/bundled.js'
import { notReplayed } from '../../replayed/not-replayed.js'
import { problemsOf } from './check.js'
import { artooIn, depths, modelCalls, task } from './invitation.js'
import { essenceOf } from './outcome.js'
import { runHost } from './process.js'

async function linesOf(journal: Journal, taskId: string): Promise<JournalLine[]> {
  const lines: JournalLine[] = []
  for await (const line of journal.read(taskId)) lines.push(line)
  return lines
}

/** `npm run test:crash` kills a process after every event; here every sixty-first line has to do. */
const step = 61

test.each(depths)(
  'a task of depth %s resumed after a line of its journal comes to the undisturbed result',
  async (depth) => {
    notReplayed('each is replayed here')
    const root = mkdtempSync(join(tmpdir(), 'artoo-lines-'))
    const journal = memoryJournal()
    const undisturbed = artooIn(root, journal, { depth })
    const run = undisturbed.run(task)
    const essence = essenceOf(await run)
    await undisturbed.close()
    const lines = await linesOf(journal, run.taskId)
    for (let count = 1; count < lines.length; count += step) {
      const cut = memoryJournal()
      await cut.append(run.taskId, lines.slice(0, count))
      const artoo = artooIn(mkdtempSync(join(root, 'cut-')), cut, { depth })
      const resumed = artoo.resume(run.taskId, { takeOver: 1 })
      expect(essenceOf((await resumed) as FinalResult), `after ${count} lines`).toEqual(essence)
      const calls = resumed.events.filter(({ type }) => type === 'ModelCall')
      expect(calls, `after ${count} lines`).toHaveLength(modelCalls[depth])
      expect((await replay(cut, run.taskId)).parting).toBeNull()
      await artoo.close()
    }
    rmSync(root, { recursive: true })
  },
)

let reference: Promise<FinalResult> | null = null

/** The result that every task has to come to, made once. */
function undisturbed(): Promise<FinalResult> {
  reference ??= (async () => {
    const root = mkdtempSync(join(tmpdir(), 'artoo-reference-'))
    const artoo = artooIn(root, memoryJournal())
    const result = await artoo.run(task)
    await artoo.close()
    rmSync(root, { recursive: true })
    return result
  })()
  return reference
}

test.each([
  ['the first of two requests in one turn', 'files', '56'],
  ['a deed that can’t be undone', 'level', 'send deposit'],
  ['a payment of a task that is a part of it', 'files', 'pay cake'],
  ['a directive', 'level', '80'],
])(
  'a task whose process is killed right after %s, with its journal on %s, comes to the undisturbed result',
  async (_, kind, point) => {
    const directory = mkdtempSync(join(tmpdir(), 'artoo-killed-'))
    const host = await bundled(new URL('host.ts', import.meta.url))
    expect(await runHost(host, [directory, kind, 'lean', point])).toBeNull()
    const ended = await runHost(host, [directory, kind, 'lean'])
    expect(ended && (await problemsOf(directory, kind, ended, await undisturbed()))).toEqual([])
    rmSync(directory, { recursive: true })
  },
)
