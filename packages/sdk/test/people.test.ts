import { scriptedModel } from '@artoo/llm/testing'
import { type ArtooOptions, createArtoo, defineTool, type RunEvent } from '@artoo/sdk'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { answers, fixed, planOf, settle, straightThrough, subtask } from './script.js'

const minute = 60_000

const send = defineTool({
  name: 'send',
  description: 'sends a mail',
  input: z.object({ to: z.string() }),
  effect: ({ to }) => ({
    kind: 'irreversible',
    action: `send a mail to ${to}`,
    reason: 'a mail can not be called back',
    change: { bytesBefore: 0, bytesAfter: 12, diff: '+ Dear Bob' },
  }),
  target: ({ to }) => to,
  execute: () => 'sent',
})

const callSend = { toolCalls: [{ name: 'send', input: { to: 'bob' } }] }

const sending = {
  ...straightThrough,
  plan: planOf(subtask('write to Bob', ['send'])),
  execution: [callSend, answers.execution],
}

const asking = {
  ...straightThrough,
  task_spec: [{ json: { intent: 'greet', questions: ['Whom?'] } }, answers.taskSpec],
}

async function run(script: Parameters<typeof scriptedModel>[0], options: Partial<ArtooOptions>) {
  const { clock, ids } = fixed()
  const model = scriptedModel(script, { repeatLast: true })
  const artoo = createArtoo({ depth: 'full', model, tools: [send], clock, ids, ...options })
  const handle = artoo.run('Write to Bob')
  const result = await settle(handle, clock)
  await artoo.close()
  expect(clock.pending).toBe(0)
  return { result, events: handle.events, model }
}

function all<T extends RunEvent['type']>(events: readonly RunEvent[], type: T) {
  return events.filter((event): event is Extract<RunEvent, { type: T }> => event.type === type)
}

describe('a confirmation', () => {
  test('stands in the log: what is asked, on what, the change, why; who answered, and when', async () => {
    const { events, result } = await run(sending, { confirm: () => ({ allow: 'once', by: 'Ada' }) })
    expect(result.directive).toBe('accept')
    const [question] = all(events, 'ConfirmationRequest')
    const [reply] = all(events, 'ConfirmationAnswer')
    expect(question).toMatchObject({
      from: 'tools',
      to: 'host',
      payload: {
        callId: 'call_1_1',
        tool: 'send',
        target: 'bob',
        input: { to: 'bob' },
        action: 'send a mail to bob',
        reason: 'a mail can not be called back',
        change: { diff: '+ Dear Bob' },
      },
    })
    expect(reply?.payload).toEqual({ callId: 'call_1_1', allowed: true, by: 'Ada', note: null })
    expect(reply?.causationId).toBe(question?.id)
    expect(reply?.at).toBeGreaterThanOrEqual(question?.at ?? Infinity)
  })

  test.each<[string, ArtooOptions['confirm'], object, RegExp]>([
    ['no', () => false, { allowed: false, by: 'host', note: null }, /not allowed/],
    [
      'no, with a reason',
      () => ({ allow: false, note: 'not to bob' }),
      { note: 'not to bob' },
      /not allowed: not to bob/,
    ],
    [
      'an error',
      () => {
        throw new Error('the dialog broke')
      },
      { allowed: false, by: null, note: 'the dialog broke', code: 'no_answer' },
      /the dialog broke/,
    ],
  ])('that is answered with %s is a refusal', async (_, confirm, payload, why) => {
    const { events } = await run(sending, { confirm, limits: { replans: 0 } })
    expect(all(events, 'ConfirmationAnswer')[0]?.payload).toMatchObject(payload)
    expect(all(events, 'ToolResult')[0]?.payload).toMatchObject({ status: 'refused', code: 'law1_refused' })
    expect(all(events, 'ToolResult')[0]?.payload.output).toMatch(why)
  })

  test('is not even asked for where nobody could answer', async () => {
    const { events } = await run(sending, { limits: { replans: 0 } })
    expect(all(events, 'ConfirmationRequest')).toEqual([])
    expect(all(events, 'ToolResult')[0]?.payload.output).toMatch(/^\[LAW1\]/)
  })
})

describe("a person's time", () => {
  /** Answers after so many milliseconds of the task's own clock. */
  const answeringAfter = (ms: number, clock: ReturnType<typeof fixed>['clock']) => () =>
    new Promise<true>((resolve) => void clock.schedule(ms, () => resolve(true)))

  test('counts neither against the time of the task nor in Ω', async () => {
    const { clock, ids } = fixed()
    const model = scriptedModel(sending, { repeatLast: true })
    const limits = { timeMs: 2 * minute }
    const artoo = createArtoo({
      depth: 'full',
      model,
      tools: [send],
      clock,
      ids,
      limits,
      confirm: answeringAfter(10 * minute, clock),
    })
    const handle = artoo.run('Write to Bob')
    const result = await settle(handle, clock)
    expect(result).toMatchObject({ directive: 'accept' })
    expect(result.loss.Omega).toBeLessThan(0.1)
    expect(all(handle.events, 'Waited').at(-1)?.payload.waitedMs).toBeGreaterThanOrEqual(10 * minute)
    await artoo.close()
    expect(clock.pending).toBe(0)
  })

  test('does not stop the clock for what comes before and after it', async () => {
    const { clock, ids } = fixed()
    const script = { ...sending, verdicts: 'hang' } as const
    const model = scriptedModel(script, { repeatLast: true })
    const limits = { timeMs: minute, modelTimeoutMs: 60 * minute }
    const artoo = createArtoo({
      depth: 'full',
      model,
      tools: [send],
      clock,
      ids,
      limits,
      confirm: answeringAfter(5 * minute, clock),
    })
    const start = clock.now()
    const result = await settle(artoo.run('Write to Bob'), clock)
    expect(result.reason).toBe('deadline')
    expect(clock.now() - start).toBeGreaterThanOrEqual(6 * minute)
    expect(clock.now() - start).toBeLessThan(6.5 * minute)
    await artoo.close()
  })

  test('has an end of its own: who does not answer has declined', async () => {
    const noOtherWay = { ...sending, execution: [callSend, answers.infeasible] }
    const { events, result } = await run(noOtherWay, {
      confirm: () => new Promise(() => {}),
      limits: { personTimeoutMs: 3 * minute, replans: 0 },
    })
    expect(result.reason).toBe('replans_exhausted')
    expect(all(events, 'ConfirmationAnswer')[0]?.payload).toMatchObject({
      allowed: false,
      by: null,
      note: 'no result within 180000 ms',
    })
  })
})

describe('a clarification', () => {
  test('stands in the log, and beside its question before R1, R2 and R4b', async () => {
    const { events, model } = await run(asking, { clarify: () => ({ answer: 'The world', by: 'Ada' }) })
    expect(all(events, 'ClarificationRequest')[0]?.payload).toEqual({
      requests: [{ question: 'Whom?', kind: 'question', from: 'perceiver' }],
    })
    expect(all(events, 'ClarificationAnswer')[0]?.payload).toMatchObject({
      answers: [{ answer: 'The world', by: 'Ada' }],
    })
    const told = model.requests.flatMap(({ output, messages }) => {
      const data = JSON.parse(messages[1]?.content ?? '{}') as { clarifications?: unknown[] }
      return data.clarifications?.length ? [[output?.name, data.clarifications]] : []
    })
    const clarification = [{ questions: ['Whom?'], answer: 'The world' }]
    expect(told).toEqual([
      ['task_spec', clarification],
      ['plan', clarification],
      ['verification', clarification],
    ])
  })

  test('that nobody gives is empty, and by nobody', async () => {
    for (const clarify of [undefined, () => Promise.reject(new Error('gone')), (() => 5) as never]) {
      const { events, result } = await run(asking, { clarify })
      expect(all(events, 'ClarificationAnswer')[0]?.payload).toMatchObject({ answers: [{ answer: '', by: null }] })
      expect(result.directive).toBe('accept')
    }
  })
})
