import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ScriptedTurn, scriptedModel } from '@artoo/sdk/testing'
import { expect, onTestFinished, test } from 'vitest'
import type { Agent } from '../../src/agent/agent.js'
import type { Happening } from '../../src/conversation/conversation.js'
import { type ConversationOptions, createConversation } from '../../src/conversation/create-conversation.js'
import { openTestAgent } from '../open-test-agent.js'

/** A conversation of direct work, with all that happens in it. */
function hold(agent: Agent, options: Partial<ConversationOptions> = {}) {
  const conversation = createConversation({
    ...{ agent, id: 'talk', mode: 'ask', by: 'ann', isAttended: true, waits: true },
    ...options,
  })
  onTestFinished(() => conversation.close())
  const happenings: Happening[] = []
  conversation.listen((happening) => happenings.push(happening))
  const ends = (): readonly unknown[] =>
    happenings.flatMap((one): unknown[] =>
      one.type === 'outcome' ? [one.outcome.status] : one.type === 'failure' ? [one] : [],
    )
  async function said(...words: readonly string[]): Promise<void> {
    for (const text of words) {
      await conversation.say(text)
      await conversation.idle()
    }
  }
  return { conversation, ends, said }
}

async function open(turns: readonly ScriptedTurn[], options: Partial<ConversationOptions> = {}) {
  const model = scriptedModel({ text: turns })
  const agent = await openTestAgent({ model, depth: 'direct' })
  const held = hold(agent, options)
  const asked = () => JSON.stringify(model.requests.at(-1)?.messages)
  /** Interrupts the task under way once the model has been called so often. */
  async function interruptedAt(calls: number): Promise<string> {
    await expect.poll(() => model.requests.length).toBe(calls)
    const { taskId } = held.conversation
    held.conversation.interrupt()
    await held.conversation.idle()
    return taskId ?? ''
  }
  return { agent, asked, interruptedAt, ...held }
}

const write = (path: string): ScriptedTurn => ({ toolCalls: [{ name: 'write_file', input: { path, content: 'x' } }] })

test('words that come at once after an interrupt go to the one task', async () => {
  const { conversation, interruptedAt, asked, ends } = await open(['hang', { text: 'A' }, { text: 'B' }])
  await conversation.say('Go.')
  await interruptedAt(1)
  await Promise.all([conversation.say('Quickly.'), conversation.say('Quietly.')])
  await conversation.idle()
  expect(ends()).toEqual(['interrupted', 'complete'])
  expect(asked()).toMatch(/Quickly.*Quietly/)
})

test('words that come while a turn is taken back are the next turn', async () => {
  const { conversation, said } = await open([write('a.txt'), { text: 'A' }, { text: 'B' }, { text: 'C' }])
  await said('one', 'two')
  const [first] = await conversation.points()
  await Promise.all([conversation.rewind({ taskId: first?.taskId ?? '', round: null }, 'both'), said('three')])
  await conversation.idle()
  expect((await conversation.points()).map(({ title }) => title)).toEqual(['three'])
})

test('after a rewound task was resumed the next turn knows it', async () => {
  const { conversation, said, asked, interruptedAt } = await open([{ text: 'A' }, 'hang', { text: 'B' }, { text: 'C' }])
  await said('one')
  await conversation.say('two')
  const taskId = await interruptedAt(2)
  await conversation.rewind({ taskId, round: null }, 'both')
  await conversation.resume(taskId)
  await conversation.idle()
  await said('three')
  expect(asked()).toMatch(/one.*two.*three/)
})

test('a mode that is chosen while a task begins counts for it, and each press for the next', async () => {
  const { agent, conversation } = await open([write('new.txt'), { text: 'Refused.' }])
  await conversation.say('Write new.txt.')
  conversation.setMode('edits')
  expect(conversation.mode).toBe('edits')
  conversation.setMode('plan')
  await conversation.idle()
  expect(conversation.mode).toBe('plan')
  await expect(readFile(join(agent.root, 'new.txt'))).rejects.toThrow('ENOENT')
})

test.each([
  ['is chosen before', { mode: 'plan', isModeChosen: true }, 'plan', false],
  ['is not chosen', {}, 'edits', true],
] as const)('a resumed task has the mode of the conversation when that %s', async (_, options, mode, isWritten) => {
  const first = await open(['hang', write('new.txt'), { text: 'Done.' }], { mode: 'edits' })
  await first.conversation.say('Write new.txt.')
  const taskId = await first.interruptedAt(1)
  const { conversation } = hold(first.agent, options)
  await conversation.resume(taskId)
  expect(conversation.mode).toBe(mode)
  await conversation.idle()
  expect(conversation.mode).toBe(mode)
  const written = await readFile(join(first.agent.root, 'new.txt'), 'utf8').catch(() => null)
  expect(written !== null).toBe(isWritten)
})

test('a task that another process works at is neither resumed nor taken back', async () => {
  const { agent, conversation } = await open(['hang'])
  await conversation.say('theirs')
  await expect.poll(() => conversation.events.some(({ type }) => type === 'ModelRequest')).toBe(true)
  const taskId = conversation.taskId ?? ''
  const other = hold(agent)
  await expect(other.conversation.resume(taskId)).rejects.toThrow('under way in another process')
  await expect(other.conversation.rewind({ taskId, round: null }, 'files')).rejects.toThrow('under way in another')
})

test.each([
  [{ allow: 'forever' }],
  [{ allow: true }],
  [{ allow: 'once', note: 5 }],
  [{ allow: 'once', more: 'x' }],
  [{ allow: 'task', input: {} }],
])('%j is refused as an answer, and the request stays open', async (answer) => {
  const { conversation, ends } = await open([write('.env'), { text: 'Written.' }])
  await conversation.say('Write .env.')
  await expect.poll(() => conversation.requests.length).toBe(1)
  const [request] = conversation.requests
  // @ts-expect-error: a program may send anything.
  expect(() => conversation.answer(request?.id ?? '', answer)).toThrow('an answer is')
  expect(conversation.answer(request?.id ?? '', true)).toBe(true)
  await conversation.idle()
  expect(ends()).toEqual(['complete'])
})
