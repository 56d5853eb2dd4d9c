import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { scriptedModel } from '@artoo/llm/testing'
import {
  type ArtooOptions,
  type Confirm,
  type ConfirmAll,
  type ConfirmRequest,
  createArtoo,
  defineTool,
  type IdentifiedRequest,
  isWaiting,
  type Tool,
} from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import { manualClock } from '@artoo/spec/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import { z } from 'zod'
import { answers, planOf, straightThrough, subtask } from './script.js'

const input = z.object({ name: z.string(), text: z.string().optional() })

/** Notes by name, which a tool overwrites, and what was done to them. */
function notebook() {
  const done: string[] = []
  const notes = new Map([['one', 'old']])
  const write = defineTool({
    name: 'write',
    description: 'Writes a note.',
    input,
    target: ({ name }) => name,
    effect: ({ name, text = '' }) => {
      const before = notes.get(name) ?? ''
      const change = { bytesBefore: before.length, bytesAfter: text.length, diff: `-${before}\n+${text}` }
      const repeat = { rule: 'write: **', state: '', always: false }
      return { kind: 'irreversible', action: `write ${name}`, reason: 'it overwrites', change, repeat }
    },
    execute({ name, text = '' }) {
      notes.set(name, text)
      // The notes are linked: a change of one changes the next.
      if (name === 'chain') notes.set('two', 'changed by chain')
      done.push(`write ${name} ${text}`)
      return 'written'
    },
  })
  const look = defineTool({
    ...{ name: 'look', description: 'Reads a note.', input, effect: 'read' },
    target: ({ name }) => name,
    execute({ name }) {
      done.push(`look ${name}`)
      return notes.get(name) ?? 'nothing'
    },
  })
  return { tools: [write, look] as Tool[], done, notes }
}

type Call = readonly [tool: string, name: string, text?: string]
const inOneTurn = (calls: readonly Call[]) =>
  scriptedModel({
    ...straightThrough,
    plan: planOf(subtask('change the notes', ['write', 'look'])),
    execution: [
      { text: '', toolCalls: calls.map(([tool, name, text]) => ({ name: tool, input: { name, text } })) },
      answers.execution,
    ],
  })

const three: readonly Call[] = [
  ['write', 'one', 'new'],
  ['look', 'one'],
  ['write', 'two', 'new'],
  ['write', 'three', 'new'],
]

/** One task, with what people were asked one by one. */
async function played(calls: readonly Call[], options: Partial<ArtooOptions>) {
  const { tools, done, notes } = notebook()
  const single: string[] = []
  const confirm = ({ action }: ConfirmRequest) => {
    single.push(action)
    return true
  }
  const artoo = createArtoo({ model: inOneTurn(calls), tools, dreamer: false, confirm, ...options })
  const run = artoo.run('Work')
  await run
  await artoo.close()
  const records = run.events.filter((event) => event.type === 'ToolResult').map(({ payload }) => payload)
  return { done, notes, single, records, events: run.events }
}

/** Answers each question of a batch alike, and keeps the batches. */
function answering(answerTo: (request: IdentifiedRequest) => boolean | { readonly allow: 'task' } | undefined) {
  const batches: string[][] = []
  const confirmAll: ConfirmAll = (requests) => {
    batches.push(requests.map(({ action }) => action))
    const entries = requests.map((request) => [request.id, answerTo(request)] as const)
    return Object.fromEntries(entries.filter((entry): entry is [string, boolean] => entry[1] !== undefined))
  }
  return { batches, confirmAll }
}

describe('confirmAll', () => {
  test('is asked about the calls of a turn before the first of them is carried out', async () => {
    const { batches, confirmAll } = answering(({ action }) => action !== 'write two')
    const { done, single, events } = await played(three, { confirmAll })
    expect(batches).toEqual([['write one', 'write two', 'write three']])
    expect(single).toEqual([])
    expect(done).toEqual(['write one new', 'look one', 'write three new'])
    const order = events.map(({ type }) => type).filter((type) => /^Confirmation|^ToolResult/.test(type))
    expect(order).toEqual([
      ...Array(3).fill('ConfirmationRequest'),
      ...Array(3).fill('ConfirmationAnswer'),
      ...Array(4).fill('ToolResult'),
    ])
  })

  test('leaves to confirm what it doesn’t answer, one by one', async () => {
    const { confirmAll } = answering(({ action }) => (action === 'write one' ? true : undefined))
    const { single, done } = await played(three, { confirmAll })
    expect(single).toEqual(['write two', 'write three'])
    expect(done).toHaveLength(4)
  })

  test('answers a single call alone where there is no confirm', async () => {
    const { batches, confirmAll } = answering(() => true)
    const { done } = await played([['write', 'one', 'new']], { confirmAll, confirm: undefined })
    expect([batches, done]).toEqual([[['write one']], ['write one new']])
  })

  test('refuses what it leaves out where there is no confirm', async () => {
    const { confirmAll } = answering(({ action }) => (action === 'write one' ? true : undefined))
    const { records, done } = await played(three, { confirmAll, confirm: undefined })
    expect(done).toEqual(['write one new', 'look one'])
    expect(records.at(-1)?.output).toContain('confirmAll left it out')
  })

  test('is asked again about a call that would do something else when its turn has come', async () => {
    const { batches, confirmAll } = answering(() => true)
    const calls: readonly Call[] = [
      ['write', 'chain', 'x'],
      ['write', 'two', 'new'],
    ]
    const { single, notes } = await played(calls, { confirmAll })
    expect(batches).toEqual([['write chain', 'write two']])
    expect(single).toEqual(['write two'])
    expect(notes.get('two')).toBe('new')
  })

  test.each([
    ['a yes for the task answers a call that would do something else by now', true, []],
    ['but no call that was refused', false, ['write two']],
  ])('is not asked again where %s', async (_, answer, asked) => {
    const { confirmAll } = answering(({ action }) => (action === 'write two' ? answer : { allow: 'task' }))
    const calls: readonly Call[] = [
      ['write', 'chain', 'x'],
      ['write', 'two', 'new'],
    ]
    const { single, records } = await played(calls, { confirmAll })
    expect(single).toEqual(asked)
    expect(records.at(-1)).toMatchObject(
      answer ? { confirmed: false, decidedBy: 'allow write: **' } : { confirmed: true },
    )
  })

  test('is not asked about a second call on one target before the first is done', async () => {
    const { batches, confirmAll } = answering(() => true)
    const calls: readonly Call[] = [
      ['write', 'one', 'a'],
      ['write', 'two', 'b'],
      ['write', 'one', 'c'],
    ]
    const { single, notes } = await played(calls, { confirmAll })
    expect(batches).toEqual([['write one', 'write two']])
    expect(single).toEqual(['write one'])
    expect(notes.get('one')).toBe('c')
  })

  test('covers the rest of the turn with a yes for the task', async () => {
    const { confirmAll } = answering(({ action }) => (action === 'write one' ? { allow: 'task' } : undefined))
    const { records } = await played([...three, ['write', 'one', 'newer']], { confirmAll })
    expect(records.at(-1)).toMatchObject({ status: 'ok', confirmed: false, decidedBy: 'allow write: **' })
  })

  test('can refuse one call although its yes to another would cover it', async () => {
    const { confirmAll } = answering(({ action }) => action === 'write one' && { allow: 'task' })
    const { records, done } = await played(three, { confirmAll })
    expect(done).toEqual(['write one new', 'look one'])
    expect(records.filter(({ tool }) => tool === 'write').map(({ confirmed }) => confirmed)).toEqual([
      true,
      false,
      false,
    ])
  })

  test.each([
    ['no record', () => true as never, 'no record of answers'],
    ['an id that was not asked about', () => ({ other: true }), 'answered other, which it was not asked about'],
    ['what is no answer', (requests: readonly IdentifiedRequest[]) => ({ [requests[0]?.id ?? '']: 1 }) as never, ''],
  ])('allows nothing by %s', async (_, confirmAll, words) => {
    const { done, records } = await played(three.slice(0, 3), { confirmAll, confirm: undefined })
    expect(done).toEqual(['look one'])
    const refused = records.filter(({ status }) => status === 'refused')
    expect(refused[0]).toMatchObject({ code: 'invalid_answer', output: expect.stringContaining(words) })
  })

  test('refuses all when it throws', async () => {
    const confirmAll = () => Promise.reject(new Error('the form is broken'))
    const { done, records } = await played(three, { confirmAll })
    expect(done).toEqual(['look one'])
    expect(records.at(-1)?.output).toContain('the form is broken')
  })

  test('is waited for once when nobody answers', async () => {
    const clock = manualClock()
    const { tools, done } = notebook()
    const confirmAll = () => new Promise<never>(() => clock.advance(1_000))
    const limits = { personTimeoutMs: 1_000 }
    const artoo = createArtoo({ model: inOneTurn(three), tools, dreamer: false, confirmAll, clock, limits })
    await artoo.run('Work')
    expect(done).toEqual(['look one'])
    expect(clock.now()).toBeLessThan(2_000 + manualClock().now())
    await artoo.close()
  })
})

test.each([
  ['answers at once', (index: number) => index !== 1],
  ['a yes for the task among a no', (index: number) => index !== 1 && { allow: 'task' as const }],
  ['the same, with somebody to ask', (index: number) => index !== 1 && { allow: 'task' as const }, () => true],
])('A task that waits names all questions of a turn, and goes on with %s', async (_, answerTo, confirm = undefined) => {
  const folder = mkdtempSync(join(tmpdir(), 'artoo-confirm-all-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const journal = fileJournal(folder)
  const own = notebook()
  const artoo = (calls: readonly Call[], confirm?: Confirm) =>
    createArtoo({ model: inOneTurn(calls), tools: own.tools, dreamer: false, journal, confirm })
  const first = artoo(three)
  const outcome = await first.run('Work', { onUnanswered: 'wait' })
  if (!isWaiting(outcome)) throw new Error('the task does not wait')
  expect(outcome.requests.map((request) => 'action' in request && request.action)).toEqual([
    'write one',
    'write two',
    'write three',
  ])
  await first.close()
  const second = artoo([], confirm)
  const given = outcome.requests.map(({ id }, index) => [id, answerTo(index)] as const)
  await second.resume(outcome.taskId, { answers: Object.fromEntries(given) })
  expect(own.done).toEqual(['write one new', 'look one', 'write three new'])
  await second.close()
})

test.each<[string, (index: number) => boolean | { readonly allow: 'task' }, readonly string[]]>([
  ['a yes for the task to another call', (index) => (index === 0 ? { allow: 'task' } : true), []],
  ['its own yes for the task', (index) => (index === 1 ? { allow: 'task' } : true), []],
  ['no yes for the task', () => true, ['write two']],
  [
    'a yes for the task to another call, but a no to itself',
    (index) => index === 0 && { allow: 'task' },
    ['write two'],
  ],
])('A question that changed while the person was away, with %s', async (_, answerTo, asked) => {
  const folder = mkdtempSync(join(tmpdir(), 'artoo-confirm-all-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const own = notebook()
  const of = { tools: own.tools, dreamer: false, journal: fileJournal(folder) }
  const first = createArtoo({ model: inOneTurn(three.filter(([, name]) => name !== 'three')), ...of })
  const outcome = await first.run('Work', { onUnanswered: 'wait' })
  await first.close()
  if (!isWaiting(outcome)) throw new Error('the task does not wait')
  own.notes.set('two', 'somebody wrote this meanwhile')
  const single: string[] = []
  const confirm: Confirm = ({ action }) => single.push(action) > 0
  const second = createArtoo({ model: inOneTurn([]), confirm, ...of })
  const given = outcome.requests.map(({ id }, index) => [id, answerTo(index)] as const)
  await second.resume(outcome.taskId, { answers: Object.fromEntries(given) })
  await second.close()
  expect(single).toEqual(asked)
  expect(own.done).toEqual(['write one new', 'look one', 'write two new'])
})

test('A question that waits behind another is not asked when that one is answered for the task', async () => {
  const { tools, done } = notebook()
  const writing = (name: string) => ({ toolCalls: [{ name: 'write', input: { name, text: 'new' } }] })
  const model = scriptedModel({
    ...straightThrough,
    plan: planOf(subtask('write one', ['write']), subtask('write two', ['write'])),
    execution: [writing('one'), writing('two'), answers.execution, answers.execution],
  } as never)
  let asked = 0
  const confirm: Confirm = async () => {
    asked++
    // The other question has come by then.
    await new Promise((resolve) => setImmediate(resolve))
    return { allow: 'task' }
  }
  const artoo = createArtoo({ model, tools, dreamer: false, confirm })
  await artoo.run('Work')
  await artoo.close()
  expect([asked, done.sort()]).toEqual([1, ['write one new', 'write two new']])
})
