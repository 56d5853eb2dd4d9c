import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { replay } from '@artoo/insight'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { manualClock } from '@artoo/spec/testing'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod'
import { bundled } from '../../mkct/test/support/bundled.js'
import {
  type ArtooOptions,
  createArtoo,
  createMemory,
  defineTool,
  type HookContext,
  isWaiting,
  memoryJournal,
  ProviderError,
  type RunEvent,
  readEvents,
} from '../src/index.js'
import { fileJournal } from '../src/node.js'

const pay = (paid: number[]) =>
  defineTool({
    ...{ name: 'pay', description: 'Pays.', input: z.object({ cents: z.number().int() }), effect: 'irreversible' },
    target: ({ cents }) => `${cents} cents`,
    execute({ cents }) {
      paid.push(cents)
      return `paid ${cents} cents from account 4711`
    },
  })

const payment = { toolCalls: [{ name: 'pay', input: { cents: 900 } }] }
const outcomes = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'HookOutcome' ? [event.payload] : []))

const resultsIn = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'ToolResult' ? [event.payload] : []))

const unreadable = new Proxy(
  {},
  {
    get(_, name) {
      // A promise that resolves to it asks for `then`.
      if (name === 'then') return undefined
      throw new Error('boom')
    },
    ownKeys() {
      throw new Error('boom')
    },
  },
)

function hooked(text: readonly ScriptedTurn[], options: Partial<ArtooOptions>) {
  const paid: number[] = []
  const asked: (string | null)[] = []
  const model = scriptedModel({ text }, { repeatLast: true })
  const confirm: ArtooOptions['confirm'] = ({ target }) => {
    asked.push(target)
    return true
  }
  const own = { model, tools: [pay(paid)], depth: 'direct', dreamer: false, confirm } as const
  const artoo = createArtoo({ ...own, ...options })
  onTestFinished(() => artoo.close())
  return { artoo, model, paid, asked }
}

describe('onToolCall', () => {
  test('is told of each call and its result', async () => {
    const seen: unknown[] = []
    const { artoo } = hooked([payment, { text: 'Paid.' }], {
      onToolCall: {
        before: ({ callId, tool, input, attempt }, { role, context }) =>
          void seen.push({ callId, tool, input, attempt, role, context }),
        after: ({ id, status, output }, { taskId }) => void seen.push({ id, status, output, taskId }),
      },
    })
    const run = artoo.run('Pay.', { context: { user: 'ann' } })
    expect(await run).toMatchObject({ status: 'complete' })
    expect(seen).toEqual([
      { callId: 'call_1_1', tool: 'pay', input: { cents: 900 }, attempt: 1, role: 'R3', context: { user: 'ann' } },
      { id: 'call_1_1', status: 'ok', output: 'paid 900 cents from account 4711', taskId: run.taskId },
    ])
    expect(outcomes(run.events)).toEqual([])
  })

  test('amends an input, which goes through schema, gate and people as any other', async () => {
    const { artoo, paid, asked } = hooked([payment, { text: 'Paid.' }], {
      onToolCall: { before: () => ({ input: { cents: 500 } }) },
    })
    const run = artoo.run('Pay.')
    expect(await run).toMatchObject({ status: 'complete', changes: [{ tool: 'pay', target: '500 cents' }] })
    expect([paid, asked]).toEqual([[500], ['500 cents']])
    expect(outcomes(run.events)).toMatchObject([
      { hook: 'onToolCall.before', outcome: 'amended', why: null, input: { cents: 500 } },
    ])
  })

  test.each([
    ['does not fit the schema', { cents: 'all' }, {}, 'invalid_input'],
    ['a rule forbids', { cents: 500 }, { permissions: { deny: ['pay: 500 cents'] } }, 'law1_refused'],
  ] as const)('amends no input that %s', async (_, input, options, code) => {
    const { artoo, paid } = hooked([payment, { text: 'Not paid.' }], {
      ...options,
      onToolCall: { before: () => ({ input }) },
    })
    const run = artoo.run('Pay.')
    await run
    expect(paid).toEqual([])
    expect(run.events.find(({ type }) => type === 'ToolResult')).toMatchObject({ payload: { code } })
  })

  test('refuses a call, and the model is told why', async () => {
    const { artoo, model, paid, asked } = hooked([payment, { text: 'Not paid: it is Sunday.' }], {
      onToolCall: { before: () => ({ refuse: 'no payments on a Sunday' }) },
    })
    const run = artoo.run('Pay.')
    expect(await run).toMatchObject({
      status: 'partial',
      refused: [{ tool: 'pay', why: 'pay: no payments on a Sunday.' }],
      changes: [],
    })
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('[LAW1] refused: pay: no payments on a Sunday.')
    expect([paid, asked]).toEqual([[], []])
    expect(outcomes(run.events)).toMatchObject([{ outcome: 'refused', why: 'no payments on a Sunday' }])
  })

  test('changes what is read of a result, by model and journal', async () => {
    const journal = memoryJournal()
    const { artoo, model } = hooked([payment, { text: 'Paid.' }], {
      journal,
      onToolCall: { after: ({ output }) => ({ output: output.replace(/account \d+/, 'an account') }) },
    })
    const run = artoo.run('Pay.')
    await run
    expect(model.requests[1]?.messages.at(-1)?.content).toBe('paid 900 cents from an account')
    expect(JSON.stringify(await readEvents(journal, run.taskId))).not.toContain('account 4711')
  })

  test.each([
    ['throws', () => Promise.reject(new Error('boom')), 'onToolCall.before failed: it threw an error'],
    [
      'returns what is no answer',
      () => ({ allow: true }) as never,
      'onToolCall.before failed: it must return nothing, {',
    ],
    ['amends by what is no data', () => ({ input: () => 1 }), 'onToolCall.before failed: it must return nothing, {'],
    ['answers by what can’t be read', () => unreadable as never, 'onToolCall.before failed: it threw an error'],
  ] as const)('that %s refuses the call and is named', async (_, before, why) => {
    const { artoo, paid } = hooked([payment, { text: 'Not paid.' }], { onToolCall: { before } })
    const run = artoo.run('Pay.')
    expect(await run).toMatchObject({ refused: [{ why: expect.stringContaining(why) }] })
    expect(paid).toEqual([])
    expect(outcomes(run.events)).toMatchObject([{ outcome: 'failed', why: expect.stringContaining(why) }])
  })

  test('withholds a result for which it answers by what can’t be read', async () => {
    const { artoo, model } = hooked([payment, { text: 'Paid?' }], { onToolCall: { after: () => unreadable as never } })
    expect(await artoo.run('Pay.')).toMatchObject({ changes: [{ what: 'failed' }] })
    expect(model.requests[1]?.messages.at(-1)?.content).not.toContain('account 4711')
  })

  test('that hangs is given up after its time, its signal aborts, and the result is withheld', async () => {
    const clock = manualClock()
    let aborted = false
    const { artoo, model } = hooked([payment, { text: 'Paid.' }], {
      clock,
      limits: { hookTimeoutMs: 2_000 },
      onToolCall: {
        after: (_, { signal }) => {
          signal.addEventListener('abort', () => {
            aborted = true
          })
          setTimeout(() => clock.advance(2_000))
          return new Promise(() => {})
        },
      },
    })
    const result = await artoo.run('Pay.')
    expect(aborted).toBe(true)
    expect(result).toMatchObject({ status: 'partial', changes: [{ tool: 'pay', what: 'failed' }] })
    expect(model.requests[1]?.messages.at(-1)?.content).toBe(
      '[error: hook_failed]\n[the result of this call is withheld: onToolCall.after failed: it gave no answer for 2000 ms]',
    )
  })
})

describe('onModelCall', () => {
  test('gives the model other messages for one call', async () => {
    const { artoo, model } = hooked([payment, { text: 'Paid.' }], {
      onModelCall: {
        before: ({ messages }) => ({ messages: [...messages, { role: 'user', content: 'It is Monday.' }] }),
      },
    })
    const run = artoo.run('Pay.')
    await run
    const contents = model.requests.map(({ messages }) => messages.map(({ content }) => content).slice(1))
    expect(contents).toEqual([
      ['Pay.', 'It is Monday.'],
      ['Pay.', '', 'paid 900 cents from account 4711', 'It is Monday.'],
    ])
    expect(outcomes(run.events)).toMatchObject([
      { hook: 'onModelCall.before', outcome: 'amended', messages: { kept: 2, added: [{ content: 'It is Monday.' }] } },
      { messages: { kept: 4 } },
    ])
  })

  test('changes an answer before anybody sees it, streamed text too', async () => {
    const { artoo } = hooked([{ text: 'Call +49 170 1234567.' }], {
      onModelCall: { after: ({ text }) => ({ text: text.replace(/\+[\d ]+\d/, '(a number)') }) },
    })
    const run = artoo.run('How do I reach Ann?')
    expect(await run).toMatchObject({ output: 'Call (a number).' })
    let streamed = ''
    for await (const piece of run.answer) streamed += piece.type === 'answer_delta' ? piece.text : ''
    expect(streamed).toBe('Call (a number).')
    expect(JSON.stringify(run.events)).not.toContain('1234567')
  })

  test('takes calls out of an answer, and puts one in', async () => {
    const { artoo, paid } = hooked([payment, { text: 'Done.' }], {
      onModelCall: {
        after: ({ toolCalls }) => ({ toolCalls: toolCalls.map((call) => ({ ...call, input: { cents: 1 } })) }),
      },
    })
    await artoo.run('Pay.')
    expect(paid).toEqual([1])
    const none = hooked([{ ...payment, text: 'I will pay.' }], { onModelCall: { after: () => ({ toolCalls: [] }) } })
    expect(await none.artoo.run('Pay.')).toMatchObject({ output: 'I will pay.', changes: [] })
  })

  test.each(['before', 'after'] as const)('refuses in %s, which ends the task', async (place) => {
    const { artoo, model } = hooked([{ text: 'Take two.' }], {
      onModelCall: { [place]: () => ({ refuse: 'no medical advice' }) },
    })
    const run = artoo.run('What shall I take?')
    expect(await run).toMatchObject({
      ...{ status: 'failed', reason: 'refused', output: null },
      summary: expect.stringContaining(`onModelCall.${place} refused: no medical advice`),
    })
    expect(model.requests).toHaveLength(place === 'before' ? 0 : 1)
    expect(JSON.stringify(run.events)).not.toContain('Take two.')
  })

  test('that throws ends the task as a failed part of the host', async () => {
    const { artoo } = hooked([{ text: 'At nine.' }], {
      onModelCall: {
        before() {
          throw new Error('boom')
        },
      },
    })
    expect(await artoo.run('When?')).toMatchObject({
      ...{ status: 'failed', reason: 'host_failed' },
      summary: expect.stringContaining('onModelCall.before failed: it threw an error'),
    })
  })

  test('can’t change what it is shown', async () => {
    const { artoo, paid } = hooked([payment, { text: 'Paid.' }], {
      onModelCall: {
        after({ toolCalls }) {
          for (const call of toolCalls) (call as { input: unknown }).input = { cents: 1 }
        },
      },
    })
    expect(await artoo.run('Pay.')).toMatchObject({ reason: 'host_failed' })
    expect(paid).toEqual([])
  })

  test('is refused when it is no hook', () => {
    const model = scriptedModel({})
    for (const [field, value] of [
      ['onModelCall', { befor: () => {} }],
      ['onToolCall', () => {}],
    ] as const)
      expect(() => createArtoo({ model, [field]: value } as never)).toThrow(
        expect.objectContaining({ code: 'invalid_option', field: expect.stringContaining(field) }),
      )
  })
})

describe('hooks see every call', () => {
  test('of a model that stands in for another', async () => {
    const seen: string[] = []
    const error = new ProviderError('provider_unavailable', 'down', { status: 503 })
    const first = scriptedModel({ text: { error } }, { id: 'eu', repeatLast: true })
    const second = scriptedModel({ text: { text: 'hello' } }, { id: 'us' })
    const { artoo } = hooked([], {
      model: [first, second],
      limits: { modelRetries: 0 },
      onModelCall: {
        before({ modelId }) {
          seen.push(modelId)
          return modelId === 'us' ? { refuse: 'nothing goes to the US' } : undefined
        },
      },
    })
    expect(await artoo.run('Hello')).toMatchObject({ reason: 'refused' })
    expect([seen, second.requests]).toEqual([['eu', 'us'], []])
  })

  test('with an input that a person gave', async () => {
    const { artoo, paid } = hooked([payment, { text: 'Not paid.' }], {
      confirm: () => ({ allow: 'once', input: { cents: 90_000 } }),
      onToolCall: {
        before: ({ input }) => ((input as { cents: number }).cents > 5_000 ? { refuse: 'too much' } : undefined),
      },
    })
    expect(await artoo.run('Pay.')).toMatchObject({ refused: [{ why: 'pay: too much.' }] })
    expect(paid).toEqual([])
  })

  test('and a person is asked about what they make of it', async () => {
    const targets: (string | null)[] = []
    const { artoo, paid } = hooked([payment, { text: 'Paid.' }], {
      confirm({ target }) {
        targets.push(target)
        return targets.length === 1 ? { allow: 'once', input: { cents: 90_000 } } : true
      },
      onToolCall: {
        before: ({ input }) => ((input as { cents: number }).cents > 5_000 ? { input: { cents: 5_000 } } : undefined),
      },
    })
    const run = artoo.run('Pay.')
    await run
    expect([targets, paid]).toEqual([['900 cents', '5000 cents'], [5_000]])
    // The model is told what the person said: the hook may have put in what it is not to read.
    const told = resultsIn(run.events)
    expect(told).toMatchObject([{ output: expect.stringContaining('changed the input to {"cents":90000}') }])
  })

  test.each([
    ['refuses', () => ({ refuse: 'too much' }), [], []],
    ['changes', () => ({ input: { cents: 5_000 } }), ['5000 cents'], [5_000]],
  ])('with an input that a person gave while no process ran, which the hook %s', async (_, says, expected, made) => {
    const directory = await mkdtemp(join(tmpdir(), 'artoo-hooks-'))
    onTestFinished(() => rm(directory, { recursive: true }))
    const journal = fileJournal(directory)
    const options: Partial<ArtooOptions> = {
      journal,
      onToolCall: { before: ({ input }) => ((input as { cents: number }).cents > 5_000 ? says() : undefined) },
    }
    const first = hooked([payment], { ...options, confirm: undefined })
    const waiting = await first.artoo.run('Pay.', { onUnanswered: 'wait' })
    if (!isWaiting(waiting)) throw new Error(`it does not wait: ${waiting.summary}`)
    await first.artoo.close()
    const { artoo, paid, asked } = hooked([{ text: 'Done.' }], options)
    const answers = { [waiting.requests[0]?.id ?? '']: { allow: 'once', input: { cents: 90_000 } } } as const
    const run = artoo.resume(waiting.taskId, { answers })
    await run
    expect([asked, paid]).toEqual([expected, made])
    const records = resultsIn(run.events)
    if (made.length === 0)
      expect(records).toMatchObject([{ status: 'refused', decidedBy: 'onToolCall.before', input: { cents: 90_000 } }])
  })

  test('of the dreamer', async () => {
    const clock = manualClock(1_000_000)
    const memory = createMemory({ clock })
    onTestFinished(() => memory.close())
    const model = scriptedModel({ rule: { json: { rule: 'Greet.' } } }, { repeatLast: true })
    const roles: string[] = []
    const before = (_: unknown, { role }: HookContext) => {
      roles.push(role)
      return { refuse: 'nothing leaves' }
    }
    const artoo = createArtoo({ model, memory, clock, onModelCall: { before } })
    for (let index = 0; index < 7; index++) {
      await memory.write({ space: 'intent:x', entity: 'env:local', state: 'accept', content: `it ${index}` }).settled
    }
    clock.advance(300_000)
    await vi.waitFor(() => expect(roles).toContain('dreamer'), { timeout: 10_000 })
    expect(model.requests).toEqual([])
    await artoo.close()
  })
})

describe('an answer that a hook throws away', () => {
  test('is billed as it came', async () => {
    const { artoo } = hooked([{ text: 'Take two.' }], {
      limits: { maxOutputTokens: 50_000 },
      prices: { scripted: { input: 1, output: 10 } },
      onModelCall: { after: () => ({ refuse: 'no' }) },
    })
    expect(await artoo.run('Hello')).toMatchObject({ usage: { total: { outputTokens: 3 } } })
  })

  test('may have been looked at by a model of the same instance', async () => {
    let calls = 0
    const { artoo } = hooked([{ text: 'hello' }], {
      limits: { concurrency: 1 },
      onModelCall: {
        async after() {
          if (calls++ === 0) await artoo.run('Is this fine?')
        },
      },
    })
    expect(await artoo.run('Hello')).toMatchObject({ status: 'complete' })
  })
})

test('a call that was carried out before its process ended is not said to be undone when a hook refuses it now', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'artoo-hooks-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  let posts = 0
  const handle = { interrupt() {} }
  const post = defineTool({
    ...{ name: 'post', description: 'Posts.', input: z.object({}), effect: 'outbound', target: () => 'x' },
    async execute() {
      posts++
      handle.interrupt()
      await new Promise((resolve) => setTimeout(resolve, 5))
      return 'posted'
    },
  })
  const another = (text: ScriptedTurn[], own: Partial<ArtooOptions>) => {
    const given = { model: scriptedModel({ text }), tools: [post], journal: fileJournal(directory) }
    return createArtoo({ ...given, depth: 'direct', dreamer: false, permissions: { allow: ['post'] }, ...own })
  }
  const first = another([{ toolCalls: [{ name: 'post', input: {} }] }], {})
  const run = first.run('Post it.')
  handle.interrupt = () => run.interrupt()
  await run
  await first.close()
  const before = () => ({ refuse: 'office hours are over' })
  const second = another([{ text: 'Not posted.' }], { onToolCall: { before } })
  const result = await second.resume(run.taskId)
  await second.close()
  expect(posts).toBe(1)
  expect(result).toMatchObject({ summary: expect.stringContaining('it is not known what it changed') })
})

test('the answer of a hook outlives its process: the next one reads it, and is replayed to the digit', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'artoo-hooks-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const host = await bundled(new URL('hooked-host.ts', import.meta.url))
  const run = promisify(execFile)
  expect(await run(process.execPath, [host, directory, 'die']).catch(({ signal }) => signal)).toBe('SIGKILL')
  const { stdout } = await run(process.execPath, [host, directory])
  const { taskId, ...ended } = JSON.parse(stdout)
  expect(ended).toEqual({
    ...{ status: 'complete', made: ['drafts/note.md'], hooks: ['after'] },
    told: 'wrote drafts/note.md, says the hook',
  })
  expect((await replay(fileJournal(directory), taskId)).parting).toBeNull()
})
