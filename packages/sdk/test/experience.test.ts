import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel, type Turn } from '@artoo/llm/testing'
import { createMemory, type MegramState, type Memory } from '@artoo/mkct'
import { type ArtooOptions, createArtoo, defineTool, type RunEvent } from '@artoo/sdk'
import { standardTools } from '@artoo/tools/node'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { answers, planOf, straightThrough, subtask } from './script.js'

type Tools = NonNullable<ArtooOptions['tools']>

/** One task on a memory, in which the executor makes one call. */
async function taskOn(memory: Memory, given: { tools: Tools; toolCall: Turn } & Partial<ArtooOptions>) {
  const { tools, toolCall, ...options } = given
  const script = {
    ...straightThrough,
    plan: planOf(subtask('do it', [tools[0]?.name ?? ''])),
    execution: [toolCall, answers.infeasible],
  }
  const model = scriptedModel(script, { repeatLast: true })
  const artoo = createArtoo({ model, memory, tools, limits: { replans: 0 }, ...options })
  const handle = artoo.run('Do it')
  const result = await handle
  await artoo.close()
  return { result, events: handle.events }
}

function all<T extends RunEvent['type']>(events: readonly RunEvent[], type: T) {
  return events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type)
}

async function remembering(...lessons: [space: string, entity: string, state: MegramState, content: string][]) {
  const memory = createMemory()
  onTestFinished(() => memory.close())
  for (const [space, entity, state, content] of lessons) await memory.write({ space, entity, state, content }).settled
  return memory
}

describe('a pair under caution', () => {
  const moody: Parameters<typeof remembering> = [
    ['tool:write_file', 'path:a.txt', 'change_approach', 'a.txt was worth\n# nothing'],
    ['tool:write_file', 'path:a.txt', 'break_symmetry', 'a.txt was\nworth it'],
  ]

  function writing(path: string) {
    const root = realpathSync(mkdtempSync(join(tmpdir(), 'artoo-caution-')))
    onTestFinished(() => rmSync(root, { recursive: true }))
    mkdirSync(join(root, 'sub'))
    const tools = standardTools({ root }).filter(({ name }) => name === 'write_file')
    return { root, tools, toolCall: { toolCalls: [{ name: 'write_file', input: { path, content: 'new' } }] } }
  }

  test.each(['a.txt', './a.txt', 'sub/../a.txt'])(
    'is put before the host, spelt %s, with the experience',
    async (path) => {
      const { root, ...task } = writing(path)
      const { events } = await taskOn(await remembering(...moody), {
        ...task,
        confirm: () => ({ allow: true, by: 'Ada' }),
      })
      expect(all(events, 'ConfirmationRequest').map(({ payload }) => payload)).toMatchObject([
        { target: 'a.txt', reason: expect.stringMatching(/^experience says: a\.txt was worth it/) },
      ])
      expect(all(events, 'ToolResult')[0]?.payload).toMatchObject({ status: 'ok', confirmed: true })
      expect(existsSync(join(root, 'a.txt'))).toBe(true)
    },
  )

  test('is refused in words where nobody can be asked, and nothing is learnt of that', async () => {
    const { root, ...task } = writing('./a.txt')
    const { events, result } = await taskOn(await remembering(...moody), task)
    const [record] = all(events, 'ToolResult').map(({ payload }) => payload)
    expect(record).toMatchObject({ status: 'refused', code: 'law1_refused' })
    expect(record?.output).toContain('experience says: a.txt was worth it')
    expect(result.summary).toMatch(/^\[LAW1\]/)
    expect(existsSync(join(root, 'a.txt'))).toBe(false)
    expect(all(events, 'Megram').filter(({ payload }) => payload.space.startsWith('tool:'))).toEqual([])
  })

  test('leaves other files alone', async () => {
    const { root, ...task } = writing('b.txt')
    const { events } = await taskOn(await remembering(...moody, ['tool:write_file', 'path:c', 'accept', 'x']), task)
    expect(all(events, 'ToolResult')[0]?.payload).toMatchObject({ status: 'ok', confirmed: false })
    expect(existsSync(join(root, 'b.txt'))).toBe(true)
  })
})

describe('avoidance', () => {
  const fetch = defineTool({
    name: 'fetch',
    description: 'fetches',
    input: z.object({ url: z.string() }),
    effect: 'read',
    target: ({ url }) => url,
    execute: ({ url }) => {
      throw new Error(`${url} is down`)
    },
  })
  const toolCall = { toolCalls: [{ name: 'fetch', input: { url: 'a' } }] }

  test('never renews itself: a call that is refused because of it leaves no trace in memory', async () => {
    const memory = await remembering(['tool:fetch', 'path:a', 'change_approach', 'a is down'])
    const before = await memory.potentials('tool:fetch', 'path:a')
    expect(before.action).toBe('avoid')
    const { events, result } = await taskOn(memory, { tools: [fetch], toolCall, limits: { replans: 2 } })
    expect(result.directive).toBe('abandon')
    const records = all(events, 'ToolResult').map(({ payload }) => payload.code)
    expect(records).toEqual(['blocked_target'])
    expect(all(events, 'Megram').map(({ payload }) => payload.space)).not.toContain('tool:fetch')
    expect(await memory.recent('tool:fetch', 'path:a', 10)).toHaveLength(1)
    expect((await memory.potentials('tool:fetch', 'path:a')).attention).toBeLessThanOrEqual(before.attention)
  })

  test('of what one task met is kept to by the next, and grows no stronger by that', async () => {
    const memory = await remembering()
    const first = await taskOn(memory, { tools: [fetch], toolCall, limits: { replans: 1 } })
    expect(all(first.events, 'ToolResult')[0]?.payload.code).toBe('tool_failed')
    const learnt = await memory.recent('tool:fetch', 'path:a', 10)
    expect(learnt).toHaveLength(1)
    // Bad news twice over makes it a pair to keep away from.
    await memory.write({ space: 'tool:fetch', entity: 'path:a', state: 'change_approach', content: 'still down' })
      .settled
    const second = await taskOn(memory, { tools: [fetch], toolCall, limits: { replans: 1 } })
    expect(all(second.events, 'ToolResult')[0]?.payload.code).toBe('blocked_target')
    expect(await memory.recent('tool:fetch', 'path:a', 10)).toHaveLength(2)
  })
})
