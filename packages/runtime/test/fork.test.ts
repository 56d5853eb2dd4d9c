import { type Journal, type JournalLine, memoryJournal, readEvents, replayRun } from '@artoo/runtime'
import { sequentialIds } from '@artoo/spec/testing'
import { defineTool } from '@artoo/tools'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { answer, boss, type ErrandOptions, errands, type Outcome } from './errand.js'

const deciders = () => [boss]
const turns = [answer('one'), answer('two')]

const tools = [
  defineTool({
    name: 'send',
    description: 'sends',
    input: z.object({}),
    effect: 'irreversible',
    execute: () => 'sent',
  }),
]

async function finished(steps: readonly string[], journal: Journal = memoryJournal()) {
  const { run } = errands({ turns, tools, journal })
  const handle = run(steps, { confirm: () => true })
  const result = await handle
  return { journal, taskId: handle.taskId, events: await readEvents(journal, handle.taskId), result }
}

const over = (journal: Journal, options: ErrandOptions = {}) =>
  errands({ turns: [answer('three')], tools, journal, ids: sequentialIds('fork'), ...options })

async function linesOf(journal: Journal, taskId: string): Promise<JournalLine[]> {
  const lines: JournalLine[] = []
  for await (const line of journal.read(taskId)) lines.push(line)
  return lines
}

describe('a fork', () => {
  test('goes on from an event with another answer, and parts from the run exactly there', async () => {
    const { journal, taskId, events } = await finished(['ask a', 'call send', 'ask b'])
    const before = await linesOf(journal, taskId)
    const at = events.find(({ type }) => type === 'ConfirmationAnswer')
    const { runtime, model } = over(journal)
    const edit = ({ payload }: { readonly payload: unknown }) => ({ ...(payload as object), allowed: false })
    const fork = runtime.fork(taskId, { deciders, at: at?.id ?? '', edit })
    const { heard } = (await fork) as Outcome
    expect(heard).toEqual(['one', expect.stringContaining('not allowed'), 'three'])
    expect(model.requests).toHaveLength(1)
    expect(await linesOf(journal, taskId)).toEqual(before)
    const forked = await readEvents(journal, fork.taskId)
    const difference = forked.findIndex(({ type, payload }, index) => {
      const other = events[index]
      return type !== other?.type || JSON.stringify(payload) !== JSON.stringify(other.payload)
    })
    expect(forked[difference]?.id).toBe(at?.id)
    expect(forked.every((event) => event.taskId === fork.taskId)).toBe(true)
  })

  test('with a yes in place of a no makes the call, and asks nobody', async () => {
    const journal = memoryJournal()
    const refused = errands({ turns, tools, journal }).run(['call send'], { confirm: () => false })
    await refused
    const at = refused.events.find(({ type }) => type === 'ConfirmationAnswer')?.id ?? ''
    const edit = ({ payload }: { readonly payload: unknown }) => ({ ...(payload as object), allowed: true })
    const fork = over(journal).runtime.fork(refused.taskId, { deciders, at, edit })
    expect(await fork).toEqual({ reason: 'done', heard: ['sent'] })
    expect(fork.events.filter(({ type }) => type === 'ConfirmationRequest')).toHaveLength(1)
  })

  test('of another message than the deciders sent goes on with it, and can be replayed and forked itself', async () => {
    const { journal, taskId, events } = await finished(['ask a', 'ask b'])
    const request = events.findLast(({ type }) => type === 'ModelRequest')
    const { runtime, model } = over(journal)
    const messages = [{ role: 'user', content: 'something else?' }]
    const edit = ({ payload }: { readonly payload: unknown }) => ({ ...(payload as object), messages })
    const fork = runtime.fork(taskId, { deciders, at: request?.id ?? '', edit })
    expect(await fork).toEqual({ reason: 'done', heard: ['one', 'three'] })
    expect(model.requests[0]?.messages.map(({ content }) => content)).toEqual([
      'a?',
      '{"text":"one"}',
      'something else?',
    ])
    const replayed = await replayRun(journal, fork.taskId, { system: over(journal).system, deciders })
    expect(replayed.parting).toBeNull()
    const last = fork.events.findLast(({ type }) => type === 'ModelReply')
    const again = over(journal, { ids: sequentialIds('again') }).runtime.fork(fork.taskId, {
      deciders,
      at: last?.id ?? '',
    })
    expect(await again).toEqual({ reason: 'done', heard: ['one', 'three'] })
  })

  test('with another reply of the model lets the model see what it is said to have said', async () => {
    const { journal, taskId, events } = await finished(['ask a', 'ask b'])
    const reply = events.find(({ type }) => type === 'ModelReply')
    const { runtime, model } = over(journal)
    const edit = ({ payload }: { readonly payload: unknown }) => ({ ...(payload as object), value: { text: 'uno' } })
    expect(await runtime.fork(taskId, { deciders, at: reply?.id ?? '', edit })).toMatchObject({
      heard: ['uno', 'three'],
    })
    expect(model.requests[0]?.messages.map(({ content }) => content)).toEqual(['a?', '{"text":"uno"}', 'b?'])
  })

  test('is made of any event, also by another model', async () => {
    const { journal, taskId, events, result } = await finished(['ask a', 'call send', 'ask b'])
    for (const [index, { id }] of events.entries()) {
      const { runtime } = over(journal, { turns, ids: sequentialIds(`fork-${index}`) })
      const fork = runtime.fork(taskId, { deciders, at: id, confirm: () => true })
      const { heard } = (await fork) as Outcome
      expect(heard).toHaveLength((result as Outcome).heard.length)
      expect((await readEvents(journal, fork.taskId)).slice(0, index + 1).map((event) => event.id)).toEqual(
        events.slice(0, index + 1).map((event) => event.id),
      )
    }
  })

  test('says what is wrong with its event and its edit', async () => {
    const { journal, taskId, events } = await finished(['ask a'])
    const { runtime } = over(journal)
    const forking = (at: string, edit?: () => unknown) =>
      runtime.fork(taskId, { deciders, at, ...(edit && { edit }) }).result
    await expect(forking('nowhere')).rejects.toMatchObject({ code: 'unknown_event', field: 'at' })
    const reply = events.find(({ type }) => type === 'ModelReply')?.id ?? ''
    await expect(forking(reply, () => ({ kind: 'nonsense' }))).rejects.toMatchObject({ code: 'message_invalid' })
    const tasks = []
    for await (const task of runtime.tasks()) tasks.push(task.taskId)
    expect(tasks).toEqual([taskId])
  })
})

describe('a replay', () => {
  test('decides as the run did, one message after the other, and asks nobody', async () => {
    const { journal, taskId, events } = await finished(['ask a', 'call send', 'ask b'])
    const { system } = over(journal)
    const { decisions, parting } = await replayRun(journal, taskId, { system, deciders })
    expect(parting).toBeNull()
    expect(decisions.map(({ on }) => on)).toEqual(events.filter(({ to }) => to === 'boss').map(({ type }) => type))
    const sent = decisions.flatMap((decision) => decision.sent.map(({ type }) => type))
    expect(sent).toEqual(events.filter(({ from }) => from === 'boss').map(({ type }) => type))
  })

  test('with other deciders says where they would have gone another way', async () => {
    const { journal, taskId, events } = await finished(['ask a', 'ask b', 'ask c'])
    const { system } = over(journal)
    const hasty: typeof boss = {
      ...boss,
      decide(state, message) {
        const { heard } = state
        const isEnough = message.type === 'ModelReply' && heard.length === 1
        if (!isEnough) return boss.decide(state, message)
        return [state, [{ type: 'Outcome', to: 'host', payload: { reason: 'enough', heard: [...heard] } }]]
      },
    }
    const { parting, decisions } = await replayRun(journal, taskId, { system, deciders: () => [hasty] })
    const third = events.filter(({ type }) => type === 'ModelRequest')[2]
    expect(parting).toMatchObject({ eventId: third?.id, seq: third?.seq, instead: { type: 'Outcome' }, where: 'to' })
    expect(decisions.at(-1)?.sent).toMatchObject([{ payload: { reason: 'enough' } }])
  })
})
