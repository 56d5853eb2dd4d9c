import type { RunEvent } from '@artoo/sdk'
import { describe, expect, test } from 'vitest'
import { emptyView, viewAfter, viewOf } from '../../src/view/index.js'
import { answered, asked, begun, ended, event, outcome, planned } from './events.js'

const plan = (events: readonly RunEvent[]) =>
  viewOf(events).plan.parts.map(({ id, state, round, insteadOf }) => [id, state, round, insteadOf])

describe('the plan', () => {
  const first = [planned(1, ['1.1', 1, 'count apples'], ['1.2', 1, 'count pears'], ['1.3', 2, 'add them'])]

  test.each<[string, readonly RunEvent[], readonly unknown[]]>([
    ['is open at first', [], ['open', 'open', 'open']],
    ['shows parts side by side at work', [begun('1.1'), begun('1.2')], ['working', 'working', 'open']],
    [
      'shows what is done and failed',
      [outcome('1.1', 'failed', 'no apples'), outcome('1.2', 'matched')],
      ['failed', 'done', 'open'],
    ],
    ['leaves what was cut off open', [begun('1.1'), ended()], ['open', 'open', 'open']],
  ])('%s', (_, events, states) => {
    expect(viewOf([...first, ...events]).plan.parts.map(({ state }) => state)).toEqual(states)
  })

  test('of the next round keeps what is done and replaces what failed', () => {
    const events = [
      ...[...first, outcome('1.1', 'failed'), outcome('1.2', 'matched')],
      event('PlanDirective', { done: [{ subtaskId: '1.2', intent: '', output: '' }] }),
      planned(2, ['2.1', 1, 'count what is listed', '1.1']),
    ]
    expect(plan(events)).toEqual([
      ['1.2', 'kept', 1, null],
      ['2.1', 'open', 2, 'count apples'],
    ])
  })

  test('drops a part that matched and does not stand any more', () => {
    const events = [
      ...first,
      outcome('1.2', 'matched'),
      event('PlanDirective', { done: [] }),
      planned(2, ['2.1', 1, 'all']),
    ]
    expect(plan(events)).toEqual([['2.1', 'open', 2, null]])
  })
})

describe('a tool call', () => {
  test('runs, tells how far it is, and ends', () => {
    const events = [
      asked('c1', 'shell', { command: 'npm test' }, { at: 100 }),
      event('ToolProgress', { callId: 'c1', message: 'building', done: 3, total: 10 }),
    ]
    const [running] = viewOf(events).calls
    expect(running).toMatchObject({
      state: 'running',
      target: 'npm test',
      progress: { done: 3, total: 10 },
      startedAt: 100,
    })
    const [done] = viewOf([...events, answered('c1', { output: 'ok\nfine', durationMs: 70 })]).calls
    expect(done).toMatchObject({ state: 'ok', line: 'ok (2 lines)', progress: null, durationMs: 70 })
  })

  test.each([
    [{ status: 'error', output: '\nno file\nat x', code: 'tool_failed' }, 'no file'],
    [{ status: 'refused', output: '', code: 'law1_refused' }, 'law1_refused'],
    [{ status: 'refused', output: '[LAW1] refused: ann said no' }, 'ann said no'],
    [{ change: { bytesBefore: 3, bytesAfter: 4, diff: '--- a\n+++ a\n@@ -1 +1,2 @@\n-x\n+y\n+--z\n' } }, '+2 −1'],
    [{ change: { bytesBefore: 3, bytesAfter: 1, diff: null } }, '3 bytes → 1 byte'],
    [{ output: 'sent', byHand: true }, 'done by hand: sent'],
    [{ output: 'a \u001b[31mred\u202e word' }, 'a [31mred word'],
  ] as const)('is shown by %j as %j', (result, line) => {
    const [call] = viewOf([asked('c', 't', {}), answered('c', result)]).calls
    expect(call?.line).toBe(line)
  })

  test.each([
    [{ path: 'a.txt', text: 'long' }, 'a.txt'],
    [{ text: 'hello', n: 1 }, 'hello'],
    [{ n: 1 }, '{"n":1}'],
    [{}, ''],
    ['words', '"words"'],
    [undefined, ''],
  ])('with input %j acts on %j', (input, target) => {
    expect(viewOf([asked('c', 't', input)]).calls[0]?.target).toBe(target)
  })

  test('that the end cuts off says so, until its result still comes', () => {
    const events = [asked('c', 't', {}), ended()]
    expect(viewOf(events).calls[0]).toMatchObject({ state: 'error', line: 'cut off when the task ended' })
    expect(viewOf([...events, answered('c', { output: 'late' })]).calls[0]).toMatchObject({
      state: 'ok',
      line: 'late',
    })
  })
})

test('calls keep their order and their places, however many there are', () => {
  const ids = Array.from({ length: 300 }, (_, index) => `c${index}`)
  const events = [...ids.map((id) => asked(id, 't', {})), ...ids.toReversed().map((id) => answered(id, { output: id }))]
  const { calls } = viewOf(events)
  expect(calls.map(({ id, line }) => [id, line])).toEqual(ids.map((id) => [id, id]))
})

test('a view is not changed by what comes after it, and shares what stays', () => {
  const before = viewOf([planned(1, ['1.1', 1, 'a']), ...Array.from({ length: 200 }, (_, at) => answered(`c${at}`))])
  const copy = structuredClone(before)
  const after = viewAfter(before, asked('new', 't', {}))
  expect(before).toEqual(copy)
  expect(after.plan).toBe(before.plan)
  expect(after.calls[0]).toBe(before.calls[0])
  expect(viewAfter(after, event('Waited', { waitedMs: 1 })).calls).toBe(after.calls)
})

describe('a model that is asked', () => {
  const request = event('ModelRequest', { key: '1.1' }, { from: 'R3', to: 'model', at: 7 })
  const failed = { role: 'R3', key: '1.1', code: 'provider_unavailable', message: 'busy', status: 503, modelId: 'm' }
  const retry = event('ModelRetry', { ...failed, attempt: 2, delayMs: 1_500 })
  const fallback = event('ModelFallback', { ...failed, from: 'big', to: 'small' })

  test.each<[string, readonly RunEvent[], unknown]>([
    ['is shown by its deed', [request], [['working', null]]],
    ['is tried again', [request, retry], [['working', 'the provider does not answer: retry 2 in 1.5 s']]],
    ['has another in its place', [request, fallback], [['working', 'asks small instead']]],
    ['has answered', [request, event('ModelReply', { key: '1.1' }, { to: 'R3' })], []],
    ['has failed', [request, event('ModelFailure', { key: '1.1', message: 'no' }, { to: 'R3' })], []],
    [
      'is not the one of another part',
      [request, event('ModelReply', { key: '1.2' }, { to: 'R3' })],
      [['working', null]],
    ],
  ])('%s', (_, events, thinking) => {
    expect(viewOf(events).thinking.map(({ doing, note }) => [doing, note])).toEqual(thinking)
  })

  test('leaves retries and fallbacks in the notes', () => {
    expect(viewOf([retry, fallback]).notes.map(({ tone, text }) => [tone, text])).toEqual([
      ['warn', 'the provider does not answer: retry 2 in 1.5 s'],
      ['warn', 'big does not answer (busy): small is asked instead'],
    ])
  })
})

test('words and the understood request', () => {
  const view = viewOf([
    event('TaskStarted', {}, { at: 5 }),
    event('UserInput', { text: 'count\u0007 it' }),
    event('TaskSpec', { intent: 'count it all', verbatim: false }),
    event('UserWords', { text: 'and the pears' }),
    event('UserWords', { text: 'quickly' }),
  ])
  expect(view).toMatchObject({ startedAt: 5, words: 'count it', understood: 'count it all' })
  expect(view.added).toEqual(['and the pears', 'quickly'])
})

test('the context is that of the work, whoever is asked later; children are on the bill', () => {
  const call = (role: string, inputTokens: number) =>
    event('ModelCall', {
      role,
      modelId: 'm',
      response: {} as never,
      usage: { inputTokens, outputTokens: 1 },
      durationMs: 1,
      cost: 1,
    })
  expect(emptyView.spent.context).toBeNull()
  expect(viewOf([call('R2', 10)]).spent.context?.inputTokens).toBe(10)
  const { spent } = viewOf([
    call('R2', 10),
    call('R3', 20),
    call('R4a', 30),
    event('ChildEvent', { event: call('R3', 40) as never }),
  ])
  expect(spent.context?.inputTokens).toBe(20)
  expect(spent.byRole.R3).toMatchObject({ modelCalls: 2, inputTokens: 60 })
})
