import { type Journal, type JournalLine, memoryJournal, readEvents } from '@artoo/runtime'
import type { EffectKind, Tool } from '@artoo/spec'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { defineTool } from '@artoo/tools'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { boss, type ErrandOptions, errands, pass } from './errand.js'

const deciders = () => [boss]
const input = z.object({ n: z.number().optional() })

interface Declared {
  readonly effect?: EffectKind | (() => EffectKind)
  readonly idempotent?: boolean
  readonly description?: string
  readonly input?: z.ZodObject
}

function tool(name: string, { effect, ...declared }: Declared = {}): Tool {
  return defineTool({
    name,
    description: name,
    input,
    ...declared,
    ...(effect && { effect }),
    execute: () => 'done',
  }) as Tool
}

/** A run with a tool `pay` that died before it called it. */
async function begun(pay: Tool, options: ErrandOptions = {}) {
  const journal = memoryJournal()
  const { run, runtime } = errands({ journal, ids: sequentialIds('dead'), tools: [pay], ...options })
  const handle = run(['wait 600', 'call pay'])
  for await (const { type } of handle) if (type === 'TimerRequest') break
  const dead = memoryJournal()
  await dead.append(handle.taskId, await linesOf(journal, handle.taskId))
  await runtime.close()
  return { journal: dead, taskId: handle.taskId }
}

async function linesOf(journal: Journal, taskId: string): Promise<JournalLine[]> {
  const lines: JournalLine[] = []
  for await (const line of journal.read(taskId)) lines.push(line)
  return lines
}

function resumed({ journal, taskId }: Awaited<ReturnType<typeof begun>>, tools: Tool[], own: object = {}) {
  const clock = manualClock(1_000)
  const { runtime } = errands({ journal, ids: sequentialIds('later'), clock, tools })
  const handle = runtime.resume(taskId, { deciders, takeOver: 1, confirm: () => true, ...own })
  return { handle, result: pass(clock, handle.result) }
}

const otherInput = z.object({ n: z.string() })

describe('a resume is refused when it would be less safe than the run was, and nothing is written:', () => {
  test.each<[string, Declared, Tool[], string]>([
    [
      'an irreversible tool that now reads',
      { effect: 'irreversible' },
      [tool('pay', { effect: 'read' })],
      'tools.pay.effect',
    ],
    ['an undeclared one that is repeatable', {}, [tool('pay', { effect: 'repeatable' })], 'tools.pay.effect'],
    [
      'one that goes by its input',
      { effect: () => 'irreversible' },
      [tool('pay', { effect: 'read' })],
      'tools.pay.effect',
    ],
    ['one that now goes by its input', {}, [tool('pay', { effect: () => 'read' })], 'tools.pay.effect'],
    ['one that is idempotent now', {}, [tool('pay', { idempotent: true })], 'tools.pay.idempotent'],
    ['one that is missing', {}, [tool('look')], 'tools.pay'],
    ['one of another schema', {}, [tool('pay', { input: otherInput })], 'tools.pay.schema'],
  ])('%s', async (_, before, tools, what) => {
    const dead = await begun(tool('pay', before))
    const lines = await linesOf(dead.journal, dead.taskId)
    await expect(resumed(dead, tools).result).rejects.toMatchObject({
      code: 'resume_mismatch',
      message: expect.stringContaining(`resume('dead-1', { accept: ['${what}'] })`),
      field: what,
    })
    expect(await linesOf(dead.journal, dead.taskId)).toEqual(lines)
    const { handle, result } = resumed(dead, tools, { accept: [what] })
    expect(await result).toMatchObject({ reason: 'done' })
    expect(handle.events.find(({ type }) => type === 'CircumstancesDiffer')?.payload).toMatchObject({
      differences: expect.arrayContaining([expect.objectContaining({ what, accepted: true })]),
    })
  })

  test('each of them is named', async () => {
    const dead = await begun(tool('pay', { effect: 'irreversible' }))
    const later = [tool('pay', { effect: 'read', input: otherInput })]
    await expect(resumed(dead, later, { accept: ['tools.pay.schema'] }).result).rejects.toMatchObject({
      message: expect.stringMatching(/tools\.pay\.effect was "irreversible" and is "read"/),
      field: 'tools.pay.effect',
    })
    await expect(resumed(dead, later).result).rejects.toMatchObject({ field: 'tools.pay.effect, tools.pay.schema' })
  })
})

describe('a resume goes on', () => {
  test('without a word when all is as it was', async () => {
    const { handle, result } = resumed(await begun(tool('pay')), [tool('pay')])
    expect(await result).toMatchObject({ reason: 'done' })
    expect(handle.events.some(({ type }) => type === 'CircumstancesDiffer')).toBe(false)
  })

  test.each<[string, Declared, Tool[], string]>([
    ['a tool that was added', {}, [tool('pay'), tool('look')], 'tools.look'],
    ['a description', {}, [tool('pay', { description: 'pays' })], 'tools.pay.description'],
    ['an effect that asks more', { effect: 'read' }, [tool('pay', { effect: 'irreversible' })], 'tools.pay.effect'],
    ['no longer idempotent', { idempotent: true }, [tool('pay')], 'tools.pay.idempotent'],
  ])('with what is not less safe, and lists it in its journal: %s', async (_, before, tools, what) => {
    const dead = await begun(tool('pay', before))
    const { result } = resumed(dead, tools)
    expect(await result).toMatchObject({ reason: 'done' })
    const events = await readEvents(dead.journal, dead.taskId)
    expect(events.filter(({ type }) => type === 'CircumstancesDiffer').map(({ payload }) => payload)).toEqual([
      { differences: [expect.objectContaining({ what, accepted: false })] },
    ])
  })

  test('with tools under a redacting journal', async () => {
    const redact = (text: string) => text.replace('irreversible', '***')
    const dead = await begun(tool('pay'), { redact })
    const clock = manualClock(1_000)
    const { runtime } = errands({
      journal: dead.journal,
      ids: sequentialIds('later'),
      clock,
      tools: [tool('pay')],
      redact,
    })
    const handle = runtime.resume(dead.taskId, { deciders, takeOver: 1, confirm: () => true })
    expect(await pass(clock, handle.result)).toMatchObject({ reason: 'done' })
    expect(handle.events.some(({ type }) => type === 'CircumstancesDiffer')).toBe(false)
  })
})

test('a fork begins with the tools that there are', async () => {
  const dead = await begun(tool('pay', { effect: 'irreversible' }))
  const [first] = await readEvents(dead.journal, dead.taskId)
  const clock = manualClock(1_000)
  const tools = [tool('pay', { effect: 'read' })]
  const { runtime } = errands({ journal: dead.journal, ids: sequentialIds('fork'), clock, tools })
  const fork = runtime.fork(dead.taskId, { deciders, at: first?.id ?? '' })
  expect(await pass(clock, fork.result)).toMatchObject({ reason: 'done' })
  const [start] = await linesOf(dead.journal, fork.taskId)
  expect(start).toMatchObject({ run: { facts: { tools: { pay: { effect: 'read' } } } } })
})
