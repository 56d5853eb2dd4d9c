import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool, memoryJournal } from '@artoo/sdk'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { answers, fixed, planOf, straightThrough, subtask } from './script.js'

/** Characters in the journal of a task that reads `turns` pages of 3 KB before it answers. */
async function journalSize(turns: number) {
  let page = 0
  const read = defineTool({
    name: 'read',
    description: 'reads a page',
    input: z.object({ page: z.number() }),
    effect: 'read',
    execute: ({ page }) => `page ${page} `.repeat(500).slice(0, 3_000),
  })
  const execution: ScriptedTurn = () =>
    page < turns ? { toolCalls: [{ name: 'read', input: { page: ++page } }] } : answers.execution
  const model = scriptedModel(
    { ...straightThrough, plan: planOf(subtask('read', ['read'])), execution },
    { repeatLast: true },
  )
  const journal = memoryJournal()
  const limits = { toolTurns: turns }
  const artoo = createArtoo({ model, tools: [read], journal, limits, ...fixed() })
  const run = artoo.run('Read it all')
  expect((await run).reason).toBe('accepted')
  await artoo.close()
  let size = 0
  for await (const line of journal.read(run.taskId)) size += JSON.stringify(line).length
  return size
}

test('a journal grows with what was said, not with how often it was', async () => {
  const [few, some, many] = [await journalSize(8), await journalSize(16), await journalSize(32)]
  const ratio = (many - some) / (some - few)
  expect(ratio).toBeLessThan(2.2)
  // A page of 3 KB is kept once, may stand once more in what the validator is asked, and its call is noted.
  expect((many - some) / 16).toBeLessThan(3 * 3_000)
})
