import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { replay } from '@artoo/insight'
import { type ScriptedTurn, scriptedModel } from '@artoo/llm/testing'
import { manualClock } from '@artoo/spec/testing'
import { describe, expect, onTestFinished, test } from 'vitest'
import * as z from 'zod'
import { bundled } from '../../mkct/test/support/bundled.js'
import { type ArtooOptions, createArtoo, defineTool, memoryJournal, type RunEvent, readEvents } from '../src/index.js'
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
    expect(JSON.stringify(await readEvents(journal, run.taskId))).not.toContain('4711')
  })

  test.each([
    ['throws', () => Promise.reject(new Error('boom')), 'onToolCall.before failed: boom'],
    ['returns what is no answer', () => ({ allow: true }) as never, 'onToolCall.before failed: it returns nothing, {'],
    ['amends by what is no data', () => ({ input: () => 1 }), 'onToolCall.before failed: it returns nothing, {'],
  ] as const)('that %s refuses the call and is named', async (_, before, why) => {
    const { artoo, paid } = hooked([payment, { text: 'Not paid.' }], { onToolCall: { before } })
    const run = artoo.run('Pay.')
    expect(await run).toMatchObject({ refused: [{ why: expect.stringContaining(why) }] })
    expect(paid).toEqual([])
    expect(outcomes(run.events)).toMatchObject([{ outcome: 'failed', why: expect.stringContaining(why) }])
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
    await artoo.run('Pay.')
    expect(aborted).toBe(true)
    expect(model.requests[1]?.messages.at(-1)?.content).toBe(
      '[the result of this call is withheld: onToolCall.after failed: it gave no answer for 2000 ms]',
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
      summary: expect.stringContaining('onModelCall.before failed: boom'),
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
