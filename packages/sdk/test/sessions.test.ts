import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { replay } from '@artoo/insight'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import {
  type ArtooOptions,
  createArtoo,
  defineTool,
  isWaiting,
  type Journal,
  levelJournal,
  memoryJournal,
  type RunEvent,
  readEvents,
  type Session,
} from '@artoo/sdk'
import { fileJournal } from '@artoo/sdk/node'
import type { ModelRequest } from '@artoo/spec'
import { ClassicLevel } from 'classic-level'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { notReplayed } from '../../../test/replayed/not-replayed.js'
import { planOf, straightThrough, subtask } from './script.js'

let directory: string
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'artoo-sessions-'))
})
afterEach(() => rmSync(directory, { recursive: true }))

/** Answers what needs no tool at once: turn by turn. */
const answering = (...texts: string[]): ScriptedTurn[] =>
  texts.map((answer) => ({ json: { criteria: [], subtasks: [], answer } }))

/** A plan of words that lean on earlier turns. */
const leaning = (plan: ReturnType<typeof planOf>, intent: string, refersTo: number[]): ScriptedTurn => ({
  json: { ...plan.json, intent, refersTo },
})

function another(
  journal: Journal,
  script: Readonly<Record<string, ScriptedTurn | readonly ScriptedTurn[]>>,
  options: Partial<ArtooOptions> = {},
) {
  const model = scriptedModel(script, { repeatLast: true })
  return { model, artoo: createArtoo({ model, journal, dreamer: false, ...options }) }
}

const dataOf = ({ messages }: ModelRequest) => JSON.parse(messages.find(({ role }) => role === 'user')?.content ?? '')
const askedFor = (model: { readonly requests: readonly ModelRequest[] }, name: string) =>
  model.requests.filter(({ output }) => output?.name === name).map(dataOf)
const payloads = (events: readonly RunEvent[], type: RunEvent['type']) =>
  events.filter((event) => event.type === type).map(({ payload }) => payload)

describe('a conversation', () => {
  test('goes on in another process, where what leans on an earlier turn is understood', async () => {
    const first = another(fileJournal(directory), { plan: answering('Good morning, Bob.') })
    await first.artoo.session({ id: 'ann' }).run('Write a greeting for Bob')
    expect(first.model.requests).toHaveLength(1)
    await first.artoo.close()

    const second = another(fileJournal(directory), {
      plan: answering('鲍勃，早上好。'),
    })
    const session = second.artoo.session({ id: 'ann' })
    const run = session.run('do it again, in Chinese')
    expect(await run).toMatchObject({ reason: 'answered', output: '鲍勃，早上好。' })
    const turn = { asked: 'Write a greeting for Bob', answer: 'Good morning, Bob.', ended: 'answered' }
    expect(second.model.requests).toHaveLength(1)
    expect(payloads(run.events, 'TaskSpec')).toMatchObject([
      { rawInput: 'do it again, in Chinese', intent: 'do it again, in Chinese', earlier: [turn] },
    ])
    expect(askedFor(second.model, 'plan')).toMatchObject([
      { rawInput: 'do it again, in Chinese', earlier: [{ turn: 1, ...turn }] },
    ])
    expect(await session.turns()).toMatchObject([
      turn,
      { asked: 'do it again, in Chinese', answer: '鲍勃，早上好。', taskId: run.taskId },
    ])
    await second.artoo.close()
  })

  test('is told to whoever does the work and whoever judges it, as it was said', async () => {
    const { model, artoo } = another(memoryJournal(), {
      ...straightThrough,
      plan: [
        ...answering('<one> and "two"'),
        ...[planOf(subtask('write both')), planOf(subtask('a'), subtask('b'))].map((plan) =>
          leaning(plan, 'write <one> and "two" again', [1, 7]),
        ),
      ],
    })
    const session = artoo.session({ id: 'ann' })
    await session.run('Name two numbers')
    expect((await session.run('again')).reason).toBe('accepted')
    const said = JSON.stringify({ asked: 'Name two numbers', answer: '<one> and "two"', ended: 'answered' })
    for (const name of ['execution', 'last_verdicts']) {
      expect(askedFor(model, name)[0]).toMatchObject({ request: 'again', context: expect.stringContaining(said) })
    }
    expect((await session.run('again')).reason).toBe('accepted')
    expect(askedFor(model, 'verification')).toMatchObject([{ rawInput: 'again', earlier: [JSON.parse(said)] }])
    await artoo.close()
  })

  test('makes three model calls in a follow-up, whose executor is shown the turns that the plan rests on and no others', async () => {
    const { model, artoo } = another(memoryJournal(), {
      ...straightThrough,
      plan: [...answering('one', 'two'), leaning(planOf(subtask('say two again')), 'say the second number again', [2])],
    })
    const session = artoo.session({ id: 'ann' })
    await session.run('Name a number')
    await session.run('And another')
    const before = model.requests.length
    const run = session.run('the second one again', { clarify: () => 'yes' })
    await run
    expect(model.requests.slice(before).map(({ output }) => output?.name)).toEqual([
      'plan',
      'execution',
      'last_verdicts',
    ])
    const { context } = askedFor(model, 'execution')[0]
    expect(context).toContain('"answer":"two"')
    expect(context).toContain('"intent":"say the second number again"')
    expect(context).not.toContain('"answer":"one"')
    expect(payloads(run.events, 'OutcomeSummary')).toMatchObject([{ intent: 'say the second number again' }])
    await artoo.close()
  })

  test('tells what was changed, with a short diff, what was refused and what is missing', async () => {
    const write = defineTool({
      name: 'write',
      description: 'writes',
      input: z.object({ path: z.string() }),
      target: ({ path }) => path,
      effect: ({ path }) => ({
        ...(path === 'a.txt'
          ? { kind: 'repeatable' }
          : { kind: 'irreversible', action: `overwrite ${path}`, reason: 'it is there' }),
        change: { bytesBefore: 3, bytesAfter: 3, diff: `-old\n+new\n${'+more\n'.repeat(500)}` },
      }),
      execute: () => 'written',
    })
    const calls = ['a.txt', 'b.txt'].map((path) => ({ name: 'write', input: { path } }))
    const { model, artoo } = another(
      memoryJournal(),
      {
        ...straightThrough,
        plan: [planOf(subtask('write both', ['write'])), ...answering('undone')],
        execution: [
          { toolCalls: calls },
          { json: { status: 'failed', output: 'a.txt is written', reason: 'b.txt may not' } },
        ],
      },
      { tools: [write], limits: { replans: 0 } },
    )
    const session = artoo.session({ id: 'ann' })
    await session.run('Write a.txt and b.txt')
    await session.run('undo that')
    const [turn] = askedFor(model, 'plan').at(-1).earlier
    expect(turn).toMatchObject({
      changes: [{ tool: 'write', target: 'a.txt', what: 'changed', diff: expect.stringMatching(/^-old\n\+new/) }],
      refused: [{ tool: 'write', target: 'b.txt', why: expect.stringContaining('overwrite b.txt') }],
      missing: [{ what: 'write both' }],
    })
    expect(turn.changes[0].diff.length).toBeLessThanOrEqual(1_000)
    expect((await session.turns())[0]).toMatchObject({ changes: [{ target: 'a.txt' }] })
    await artoo.close()
  })

  test('shows the last five turns, or as many as are wanted, none of them beyond its room', async () => {
    const long = 'word '.repeat(20_000)
    const { model, artoo } = another(memoryJournal(), {
      plan: answering('1', '2', long, '4', '5', '6', '7'),
    })
    const session = artoo.session({ id: 'ann' })
    for (const number of [1, 2, 3, 4, 5, 6]) await session.run(`turn ${number}`)
    await session.run('go on')
    const earlier = askedFor(model, 'plan').at(-1).earlier as { asked: string; answer: string }[]
    expect(earlier.map(({ asked }) => asked)).toEqual(['turn 2', 'turn 3', 'turn 4', 'turn 5', 'turn 6'])
    expect(earlier[1]?.answer).toMatch(/left out/)
    expect(JSON.stringify(earlier).length).toBeLessThan(50_000)
    await artoo.session({ id: 'ann', turns: 1 }).run('go on')
    expect(askedFor(model, 'plan').at(-1).earlier).toMatchObject([{ asked: 'go on', answer: '7' }])
    await artoo.session({ id: 'ann', turns: 0 }).run('go on')
    expect(askedFor(model, 'plan').at(-1)).toMatchObject({ rawInput: 'go on' })
    expect(askedFor(model, 'plan').at(-1)).not.toHaveProperty('earlier')
    await artoo.session({ id: 'bob' }).run('hello')
    expect(askedFor(model, 'plan').at(-1)).not.toHaveProperty('earlier')
    await artoo.close()
  })

  test('is carried on in order when two tasks are started at once', async () => {
    const { model, artoo } = another(memoryJournal(), {
      plan: answering('first', 'second', 'third'),
    })
    const session = artoo.session({ id: 'ann' })
    const runs = ['a', 'b', 'c'].map((text) => session.run(text))
    const results = await Promise.all(runs)
    expect(results.map(({ output }) => output)).toEqual(['first', 'second', 'third'])
    const seen = askedFor(model, 'plan').map(({ earlier = [] }) =>
      earlier.map(({ answer }: { answer: string }) => answer),
    )
    expect(seen).toEqual([[], ['first'], ['first', 'second']])
    expect(new Set(runs.map(({ taskId }) => taskId)).size).toBe(3)
    await artoo.close()
  })

  test('tells of a turn that came to nothing how it ended', async () => {
    const impossible = { json: { criteria: [], subtasks: [], impossible: 'there is no tool for it' } }
    const { model, artoo } = another(memoryJournal(), {
      plan: [impossible, ...answering('done')],
    })
    const session = artoo.session({ id: 'ann' })
    await session.run('Fly')
    await session.run('Stop at once', { signal: AbortSignal.abort() })
    await session.run('Try again')
    expect(askedFor(model, 'plan').at(-1).earlier).toMatchObject([
      { asked: 'Fly', ended: 'infeasible', answer: expect.stringContaining('there is no tool for it') },
    ])
    await artoo.close()
  })

  test('goes by what redact left, in every process alike', async () => {
    notReplayed('what is made of a masked text, such as an intent as a tag, is another')
    const redact = (text: string) => text.replaceAll('1234', '****')
    const { model, artoo } = another(memoryJournal(), { plan: answering('your PIN is 1234') }, { redact })
    const session = artoo.session({ id: 'ann' })
    await session.run('My PIN is 1234')
    await session.run('What was it?')
    expect(askedFor(model, 'plan').at(-1).earlier).toMatchObject([
      { asked: 'My PIN is ****', answer: 'your PIN is ****' },
    ])
    expect(() => artoo.session({ id: 'tel 1234' })).toThrow(expect.objectContaining({ field: 'session.id' }))
    await artoo.close()
  })

  test('forgets the turns whose journals are removed', async () => {
    const journal = memoryJournal()
    const { artoo } = another(journal, { plan: answering('one', 'two', 'three') })
    const session = artoo.session({ id: 'ann' })
    await session.run('a')
    await session.run('b')
    const [first] = await session.turns()
    await journal.remove(first?.taskId ?? '')
    const run = session.run('c')
    await run
    expect((await session.turns()).map(({ asked }) => asked)).toEqual(['b', 'c'])
    expect(payloads(run.events, 'UserInput')).toMatchObject([{ earlier: [{ asked: 'b', answer: 'two' }] }])
    await artoo.close()
  })
})

describe('a turn', () => {
  test('that waits is seen as one, and answered is gone on with in another process with the turns that it had', async () => {
    const store = new ClassicLevel(directory)
    const journal = levelJournal(store)
    const question = 'Which of the two?'
    const asks = { json: { criteria: [], subtasks: [], needs: [{ question }] } }
    const first = another(journal, { plan: [...answering('Ann and Bob'), asks, ...answering('nothing')] })
    const session = first.artoo.session({ id: 'ann' })
    await session.run('Name two people')
    const outcome = await session.run('Greet one', { onUnanswered: 'wait' })
    const { taskId, requests } = isWaiting(outcome) ? outcome : expect.fail('it does not wait')
    await session.run('What is up?')
    expect(askedFor(first.model, 'plan').at(-1).earlier).toMatchObject([
      {},
      { asked: 'Greet one', ended: 'waiting', answer: question },
    ])
    await first.artoo.close()

    const second = another(journal, { plan: answering('Hello, Bob.') })
    const resumed = second.artoo.resume(taskId, { answers: { [requests[0]?.id ?? '']: 'Bob' } })
    expect(await resumed).toMatchObject({ output: 'Hello, Bob.' })
    expect(askedFor(second.model, 'plan')).toMatchObject([{ earlier: [{ answer: 'Ann and Bob' }] }])
    expect(payloads(resumed.events, 'TaskSpec')).toMatchObject([{ earlier: [{ answer: 'Ann and Bob' }] }])
    expect((await replay(journal, taskId)).parting).toBeNull()
    const turns = await second.artoo.session({ id: 'ann' }).turns()
    expect(turns.map(({ ended }) => ended)).toEqual(['answered', 'answered', 'answered'])

    const at = resumed.events.find(({ type }) => type === 'TaskSpec')?.id ?? ''
    const fork = second.artoo.fork(taskId, { at })
    await fork
    expect(payloads(fork.events, 'UserInput')).toEqual(payloads(resumed.events, 'UserInput'))
    expect(await second.artoo.session({ id: 'ann' }).turns()).toHaveLength(3)
    await second.artoo.close()
    await store.close()
  })

  test('needs a journal, an id and a number of turns, and is no part of another run', () => {
    const { artoo } = another(memoryJournal(), {})
    for (const wrong of [{ id: '' }, { id: 'a', turns: -1 }, { id: 'a', turns: 1.5 }, { id: 'a', history: 3 }, {}]) {
      expect(() => artoo.session(wrong as never)).toThrow(expect.objectContaining({ code: 'invalid_option' }))
    }
    const parent = { taskId: 'x' }
    expect(() => artoo.session({ id: 'a' }).run('x', { parent })).toThrow(expect.objectContaining({ field: 'parent' }))
    expect(() => artoo.session({ id: 'a' }).run('')).toThrow(expect.objectContaining({ code: 'invalid_input' }))
    const bare = createArtoo({ model: scriptedModel({}) })
    expect(() => bare.session({ id: 'a' })).toThrow(expect.objectContaining({ code: 'no_journal' }))
  })

  test('ends with a result also when it is aborted, or its instance closed, while it stands in line', async () => {
    const { artoo } = another(memoryJournal(), { plan: 'hang' })
    const session = artoo.session({ id: 'ann' })
    const stop = new AbortController()
    const [first, second, third] = [session.run('a'), session.run('b', { signal: stop.signal }), session.run('c')]
    stop.abort(new Error('never mind'))
    expect(await second).toMatchObject({ reason: 'aborted', summary: expect.stringContaining('never mind') })
    await artoo.close()
    expect(await first).toMatchObject({ reason: 'aborted' })
    expect(await third).toMatchObject({ reason: 'aborted' })
    expect(payloads(second.events, 'UserInput')).toEqual([])
  })

  test('in a journal that knows no sessions ends at once, and says what it lacks', async () => {
    const journal = memoryJournal()
    const old: Journal = {
      ...journal,
      async *list() {
        for await (const { session: _, ...run } of journal.list()) yield run
      },
    }
    const { artoo } = another(old, { plan: answering('one') })
    const session = artoo.session({ id: 'ann' })
    await session.run('a')
    const run = await session.run('b')
    expect(run).toMatchObject({ reason: 'host_failed', summary: expect.stringContaining('knows no sessions') })
    await artoo.close()
  })

  test('before which one can’t be read ends at once, and names that one', async () => {
    const journal = memoryJournal()
    const { artoo, model } = another(journal, { plan: answering('one') })
    const session = artoo.session({ id: 'ann' })
    const first = session.run('a')
    await first
    const torn: Journal = {
      ...journal,
      read: (taskId) => (taskId === first.taskId ? broken() : journal.read(taskId)),
    }
    const other = createArtoo({ model, journal: torn, dreamer: false })
    const run = other.session({ id: 'ann' }).run('again')
    expect(await run).toMatchObject({ reason: 'host_failed', summary: expect.stringContaining(first.taskId) })
    expect(model.requests).toHaveLength(1)
    await Promise.all([artoo.close(), other.close()])
  })
})

/** Waits for the first event of a run. */
async function begun(run: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of run) return
}

const asked = async (session: Session<unknown>) => (await session.turns()).map(({ asked }) => asked)
const idOf = async (session: Session<unknown>, words: string) =>
  (await session.turns()).find(({ asked }) => asked === words)?.taskId ?? expect.fail(`there is no turn ${words}`)

describe('a conversation that is rewound', () => {
  const stores = {
    memoryJournal: () => {
      const journal = memoryJournal()
      return { open: () => journal, close: async () => {} }
    },
    fileJournal: () => ({ open: () => fileJournal(directory), close: async () => {} }),
    levelJournal: () => {
      const store = new ClassicLevel(directory)
      return { open: () => levelJournal(store), close: () => store.close() }
    },
  }

  test.each(Object.entries(stores))('is what it is now for any process with its %s', async (_, storeOf) => {
    const { open, close } = storeOf()
    const redact = (text: string) => text.replaceAll(/[0-9a-f]{6,}/g, '#')
    const first = another(open(), { plan: answering('1', '2', '3', '4') }, { redact })
    const session = first.artoo.session({ id: 'ann' })
    for (const words of ['a', 'b', 'c']) await session.run(words)
    const run = session.run('d', { after: await idOf(session, 'a') })
    await run
    expect(payloads(run.events, 'UserInput')).toMatchObject([{ text: 'd', earlier: [{ asked: 'a', answer: '1' }] }])
    await first.artoo.close()

    const second = another(open(), { plan: answering('5', '6', '7') })
    const later = second.artoo.session({ id: 'ann' })
    expect(await asked(later)).toEqual(['a', 'd'])
    await later.run('e')
    expect(askedFor(second.model, 'plan').at(-1).earlier).toMatchObject([{ asked: 'a' }, { asked: 'd' }])
    expect(await asked(session)).toEqual(['a', 'd', 'e'])
    await later.run('f', { after: null })
    expect(askedFor(second.model, 'plan').at(-1)).not.toHaveProperty('earlier')
    await later.run('g')
    expect(await asked(session)).toEqual(['f', 'g'])
    const all: string[] = []
    for await (const { taskId } of open().list({ session: 'ann' })) all.push(taskId)
    expect(all).toHaveLength(7)
    await second.artoo.close()
    await close()
  })

  test('goes back behind a turn only that it has', async () => {
    const { model, artoo } = another(memoryJournal(), { plan: answering('1', '2', '3', '4') })
    const session = artoo.session({ id: 'ann' })
    for (const words of ['a', 'b']) await session.run(words)
    const rewound = await idOf(session, 'b')
    await session.run('c', { after: await idOf(session, 'a') })
    const elsewhere = artoo.session({ id: 'bob' }).run('x')
    await elsewhere
    const before = model.requests.length
    for (const after of [rewound, elsewhere.taskId, 'nobody']) {
      const message = `${after} is no turn of the conversation as it is now`
      expect(await session.run('d', { after })).toMatchObject({
        reason: 'host_failed',
        summary: expect.stringContaining(message),
      })
    }
    expect(model.requests).toHaveLength(before)
    expect(await asked(session)).toEqual(['a', 'c'])
    const invalid = expect.objectContaining({ code: 'invalid_option', field: 'after' })
    expect(() => session.run('d', { after: 3 as never })).toThrow(invalid)
    expect(() => artoo.run('d', { after: null } as never)).toThrow(invalid)
    await artoo.close()
  })

  test('goes on from the middle of a turn with a fork, in place of that turn and all after it', async () => {
    const journal = fileJournal(directory)
    const first = another(journal, { plan: answering('1', '2', '3', '4') })
    const session = first.artoo.session({ id: 'ann' })
    for (const words of ['a', 'b', 'c']) await session.run(words)
    const taskId = await idOf(session, 'b')
    const at = (await readEvents<RunEvent>(journal, taskId)).find(({ type }) => type === 'TaskSpec')?.id ?? ''
    await first.artoo.close()

    const second = another(journal, { plan: answering('another 2', 'another 3') })
    const fork = second.artoo.fork(taskId, { at, session: true })
    const next = second.artoo.session({ id: 'ann' })
    await fork
    await next.run('d')
    expect(askedFor(second.model, 'plan').at(-1).earlier).toMatchObject([
      { asked: 'a', answer: '1' },
      { asked: 'b', answer: 'another 2' },
    ])
    expect(await next.turns()).toMatchObject([{ asked: 'a' }, { asked: 'b', taskId: fork.taskId }, { asked: 'd' }])
    expect((await replay(journal, fork.taskId)).parting).toBeNull()
    const alone = second.artoo.fork(fork.taskId, { at })
    await alone
    const unknown = expect.objectContaining({ code: 'unknown_turn', field: 'session' })
    for (const one of [taskId, alone.taskId]) {
      await expect(second.artoo.fork(one, { at, session: true })).rejects.toEqual(unknown)
    }
    expect(await asked(next)).toEqual(['a', 'b', 'd'])
    await second.artoo.close()
  })

  test('by a fork has the turns under way before it, and is left as it is by one that is aborted while it stands in line', async () => {
    const { artoo, model } = another(memoryJournal(), { plan: [...answering('1'), 'hang', ...answering('2', '3')] })
    const session = artoo.session({ id: 'ann' })
    const first = session.run('a')
    await first
    const at = first.events.find(({ type }) => type === 'TaskSpec')?.id ?? ''
    const [stop, never] = [new AbortController(), new AbortController()]
    const order: string[] = []
    const hanging = session.run('b', { signal: stop.signal })
    const hung = hanging.then(() => order.push('b has ended'))
    await begun(hanging)

    const aborted = artoo.fork(first.taskId, { at, session: true, signal: never.signal })
    never.abort(new Error('never mind'))
    await expect(aborted).rejects.toMatchObject({ code: 'aborted' })
    expect(await asked(session)).toEqual(['a', 'b'])

    const fork = artoo.fork(first.taskId, { at, session: true })
    const forked = begun(fork).then(() => order.push('the fork has begun'))
    await setTimeout(20)
    const behind = session.run('c')
    stop.abort()
    await Promise.all([hung, forked, behind])
    expect(order).toEqual(['b has ended', 'the fork has begun'])
    expect(askedFor(model, 'plan').at(-1).earlier).toMatchObject([{ asked: 'a', answer: '2' }])
    expect(await session.turns()).toMatchObject([{ taskId: fork.taskId }, { taskId: behind.taskId }])
    await artoo.close()
  })
})

// biome-ignore lint/correctness/useYield: it throws first
async function* broken(): AsyncGenerator<never> {
  throw new Error('the disk is gone')
}
