import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { createArtoo, defineTool, memoryJournal, type RunEvent, readEvents } from '@artoo/sdk'
import { standardTools } from '@artoo/sdk/node'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { answers, fixed, planOf, straightThrough, subtask } from './script.js'

describe('a task', () => {
  test.each([
    ['a quarter of the room', {}, 100_000],
    ['a quarter of a smaller one', { limits: { conversationCharacters: 40_000 } }, 10_000],
  ])('may take %s, and one that is longer is refused', async (_, options, most) => {
    const model = scriptedModel(straightThrough)
    const artoo = createArtoo({ model, ...options, ...fixed() })
    expect(() => artoo.run('x'.repeat(most + 1))).toThrow(
      expect.objectContaining({
        code: 'invalid_input',
        field: 'text',
        message: expect.stringMatching(
          `has ${most + 1} characters, of which ${most} can be taken: put what is long where`,
        ),
      }),
    )
    expect((await artoo.run('x'.repeat(most))).reason).toBe('accepted')
    await artoo.close()
  })

  test.each([19_999, 1.5, '400000'])('has no room of %j characters', (conversationCharacters) => {
    const limits = { conversationCharacters: conversationCharacters as number }
    expect(() => createArtoo({ model: scriptedModel({}), limits })).toThrow(
      expect.objectContaining({ code: 'invalid_option', field: 'limits.conversationCharacters' }),
    )
  })

  test('that reads more than there is room for comes to its end, and no request is larger than the room', async () => {
    const room = 30_000
    let page = 0
    const read = defineTool({
      name: 'read',
      description: 'reads a page',
      input: z.object({ page: z.number() }),
      effect: 'read',
      execute: ({ page }) => `page ${page} `.repeat(1_000),
    })
    const execution: ScriptedTurn = () =>
      page < 60 ? { toolCalls: [{ name: 'read', input: { page: ++page } }] } : answers.execution
    const plan = planOf(subtask('read', ['read']))
    const model = scriptedModel({ ...straightThrough, plan, execution }, { repeatLast: true })
    const limits = { toolTurns: 100, conversationCharacters: room }
    const artoo = createArtoo({ model, tools: [read], limits, ...fixed() })
    const run = artoo.run('Read it all')
    expect((await run).reason).toBe('accepted')
    const sizes = model.requests.map(({ messages }) => messages.reduce((sum, { content }) => sum + content.length, 0))
    expect(Math.max(...sizes)).toBeLessThanOrEqual(room)
    expect(run.events.some(({ type }) => type === 'ConversationCut')).toBe(true)
    await artoo.close()
  })
})

describe('what a standard tool gave', () => {
  let root: string
  beforeEach(() => {
    root = mkdtempSync(join(tmpdir(), 'artoo-room-'))
  })
  afterEach(() => rmSync(root, { recursive: true }))

  test('stands whole in the journal, though a model sees 4 KB of it', async () => {
    const [name, input] = ['shell', { command: 'cat long.txt' }]
    const text = Array.from({ length: 40_000 }, (_, line) => `${line}\n`).join('')
    writeFileSync(join(root, 'long.txt'), text)
    const plan = planOf(subtask('read', [name]))
    const execution: ScriptedTurn[] = [{ toolCalls: [{ name, input }] }, answers.execution]
    const model = scriptedModel({ ...straightThrough, plan, execution })
    const journal = memoryJournal()
    const artoo = createArtoo({ model, tools: standardTools({ root }), journal })
    const run = artoo.run('Read it')
    expect((await run).reason).toBe('accepted')
    await artoo.close()
    const events = await readEvents<RunEvent>(journal, run.taskId)
    const [result] = events.flatMap((event) => (event.type === 'ToolResult' ? [event.payload] : []))
    expect(result?.fullOutput).toBe(`${text.trimEnd()}\n[exit 0]`)
    expect(result?.output.length).toBeLessThanOrEqual(4_096)
    const others = JSON.stringify(events.filter(({ type }) => type !== 'ToolResult'))
    expect(others).not.toContain('20000')
    expect(JSON.stringify(run.events)).not.toContain('20000')
  })
})
