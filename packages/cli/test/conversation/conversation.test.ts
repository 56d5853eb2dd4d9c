import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type ScriptedTurn, scriptedModel } from '@artoo/sdk/testing'
import { expect, onTestFinished, test } from 'vitest'
import type { Happening } from '../../src/conversation/conversation.js'
import { type ConversationOptions, createConversation } from '../../src/conversation/create-conversation.js'
import { openTestAgent } from '../open-test-agent.js'

/** A conversation of direct work, with all that happens in it. */
async function open(turns: readonly ScriptedTurn[], options: Partial<ConversationOptions> = {}) {
  const model = scriptedModel({ text: turns })
  const agent = await openTestAgent({ model, depth: 'direct' })
  const conversation = createConversation({
    ...{ agent, id: 'talk', mode: 'ask', by: 'ann', isAttended: true, waits: false },
    ...options,
  })
  onTestFinished(() => conversation.close())
  const happenings: Happening[] = []
  conversation.listen((happening) => happenings.push(happening))
  const of = <Type extends Happening['type']>(type: Type) =>
    happenings.filter((happening): happening is Extract<Happening, { type: Type }> => happening.type === type)
  return { agent, conversation, model, of }
}

const write = (path: string, content: string): ScriptedTurn => ({
  toolCalls: [{ name: 'write_file', input: { path, content } }],
})

test('a turn ends with an outcome, and the next one knows it', async () => {
  const { conversation, model, of } = await open([{ text: 'Hello, Bob.' }, { text: '你好，Bob。' }])
  await conversation.say('Greet Bob.')
  await conversation.idle()
  await conversation.say('Do it again, in Chinese.')
  await conversation.idle()
  expect(of('outcome').map(({ outcome }) => 'output' in outcome && outcome.output)).toEqual([
    'Hello, Bob.',
    '你好，Bob。',
  ])
  expect(JSON.stringify(model.requests[1]?.messages)).toContain('Hello, Bob.')
})

test('a yes of a person lets a call run, under the name of the person', async () => {
  const { agent, conversation, of } = await open([write('.env', 'A=1'), { text: 'Written.' }])
  conversation.listen(({ type }) => {
    const [request] = conversation.requests
    if (type === 'request' && request) expect(conversation.answer(request.id, { allow: 'once' })).toBe(true)
  })
  await conversation.say('Write .env.')
  await conversation.idle()
  expect(await readFile(join(agent.root, '.env'), 'utf8')).toBe('A=1')
  const answers = of('event').flatMap(({ event }) => (event.type === 'ConfirmationAnswer' ? [event.payload] : []))
  expect(answers).toMatchObject([{ allowed: true, by: 'ann' }])
  expect([of('request').length, of('settled').length, conversation.requests.length]).toEqual([1, 1, 0])
})

test('an answer of another kind is refused, and the request stays open', async () => {
  const { conversation } = await open([write('.env', 'A=1'), { text: 'Not written.' }])
  const asked = new Promise<string>((resolve) =>
    conversation.listen((one) => one.type === 'request' && resolve(one.request.id)),
  )
  await conversation.say('Write .env.')
  const id = await asked
  expect(() => conversation.answer(id, 'sure')).toThrow('a confirmation takes')
  expect(conversation.answer('another', true)).toBe(false)
  expect(conversation.answer(id, { allow: false, note: 'not that one' })).toBe(true)
  await conversation.idle()
})

test('when the person has left, an open request is refused', async () => {
  const { conversation, of } = await open([write('.env', 'A=1'), { text: 'Not written.' }])
  conversation.listen(({ type }) => type === 'request' && conversation.leave())
  await conversation.say('Write .env.')
  await conversation.idle()
  expect(of('outcome')[0]?.outcome.status).not.toBe('waiting')
  expect(of('settled')).toHaveLength(1)
})

test('when the person has left and tasks may wait, the task waits and can be resumed', async () => {
  const { agent, conversation, of } = await open([write('.env', 'A=1'), { text: 'Written.' }], { waits: true })
  const stop = conversation.listen(({ type }) => type === 'request' && conversation.leave())
  await conversation.say('Write .env.')
  await conversation.idle()
  stop()
  expect(of('outcome').map(({ outcome }) => outcome.status)).toEqual(['waiting'])

  const back = createConversation({ agent, id: 'other', mode: 'ask', by: 'ann', isAttended: true, waits: true })
  back.listen((one) => one.type === 'request' && back.answer(one.request.id, true))
  await back.resume(of('task')[0]?.taskId ?? '')
  await back.idle()
  expect(await readFile(join(agent.root, '.env'), 'utf8')).toBe('A=1')
  expect(back.id).toBe('talk')
})

test('words to an interrupted task go on with it', async () => {
  const { conversation, model, of } = await open(['hang', { text: 'By plane.' }, { text: 'By train.' }])
  await conversation.say('Plan a trip to Rome.')
  await expect.poll(() => model.requests.length).toBe(1)
  conversation.interrupt()
  await conversation.idle()
  await conversation.say('By train, not by plane.')
  await conversation.idle()
  expect(of('outcome').map(({ outcome }) => outcome.status)).toEqual(['interrupted', 'complete'])
  expect(new Set(of('outcome').map(({ taskId }) => taskId)).size).toBe(1)
  expect(JSON.stringify(model.requests.at(-1)?.messages)).toContain('By train, not by plane.')
})

test('a mode that is chosen between turns counts for the next one', async () => {
  const { conversation, agent } = await open([write('new.txt', 'new'), { text: 'Refused.' }])
  conversation.setMode('plan')
  await conversation.say('Write new.txt.')
  await conversation.idle()
  await expect(readFile(join(agent.root, 'new.txt'))).rejects.toThrow('ENOENT')
})

test('a turn can be taken back: its files, its words, or both', async () => {
  const { agent, conversation, model } = await open([
    ...[write('a.txt', 'one'), { text: 'First.' }],
    ...[write('b.txt', 'two'), { text: 'Second.' }],
    { text: 'Instead.' },
  ])
  await writeFile(join(agent.root, 'kept.txt'), 'mine')
  for (const words of ['Write a.txt.', 'Write b.txt.']) {
    await conversation.say(words)
    await conversation.idle()
  }
  const points = await conversation.points()
  expect(points.map(({ title, files, round }) => [title, files, round])).toEqual([
    ['Write a.txt.', 2, null],
    ['Write b.txt.', 1, null],
  ])
  const [, second] = points
  if (!second) throw new Error('no point')
  const { files, text } = await conversation.rewind(second, 'both')
  expect([files?.restored, text]).toEqual([['b.txt'], 'Write b.txt.'])
  await expect(readFile(join(agent.root, 'b.txt'))).rejects.toThrow('ENOENT')
  expect(await readFile(join(agent.root, 'a.txt'), 'utf8')).toBe('one')

  await conversation.say('Write nothing.')
  await conversation.idle()
  const told = JSON.stringify(model.requests.at(-1)?.messages)
  expect([told.includes('Write a.txt.'), told.includes('Write b.txt.')]).toEqual([true, false])
  expect((await conversation.points()).map(({ title }) => title)).toEqual(['Write a.txt.', 'Write nothing.'])
})

test('a point that the conversation does not have is refused before anything is undone', async () => {
  const { conversation } = await open([write('a.txt', 'one'), { text: 'First.' }])
  await conversation.say('Write a.txt.')
  await conversation.idle()
  const [point] = await conversation.points()
  await expect(conversation.rewind({ taskId: point?.taskId ?? '', round: 7 }, 'both')).rejects.toThrow(
    'take one of its points',
  )
  expect((await conversation.points())[0]?.files).toBe(1)
})
