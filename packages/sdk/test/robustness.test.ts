import { scriptedModel } from '@artoo/llm/testing'
import { createMemory, type Memory } from '@artoo/mkct'
import { type ArtooOptions, createArtoo, type JournalLine, memoryJournal, type RunEvent, readEvents } from '@artoo/sdk'
import type { Check, LanguageModel } from '@artoo/spec'
import { defineTool } from '@artoo/tools'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { z } from 'zod'
import { offlineModel } from '../../../examples/offline/offline-model.js'
import { worked } from '../../../test/worked.js'
import { answers, fixed, freshPlans, journalWith, planOf, settle, straightThrough, subtask } from './script.js'

const silent: LanguageModel = { id: 'silent', generate: () => new Promise(() => {}) }
const strange: unknown = Object.create(null)
const bare = defineTool({
  name: 'bare',
  description: 'does nothing',
  input: z.object({}),
  effect: 'read',
  execute: () => 'done',
})

const callBare = { toolCalls: [{ name: 'bare', input: {} }] }
const withTool = {
  ...straightThrough,
  plan: planOf(subtask('use it', ['bare'])),
  execution: [callBare, answers.execution],
}

/** Runs one task over manual time; how long it took, what it gave, what stands in the log. */
async function outcome(options: Partial<ArtooOptions>) {
  const { clock, ids } = fixed()
  const artoo = createArtoo({
    depth: 'full',
    model: scriptedModel(straightThrough, { repeatLast: true }),
    clock,
    ids,
    ...options,
  })
  const start = clock.now()
  const run = artoo.run('Say hello')
  const result = await settle(run, clock)
  const { anomalies } = await artoo.audit()
  const report = { result, ms: clock.now() - start, anomalies: anomalies.map(({ text }) => text), events: run.events }
  return { ...report, artoo, clock }
}

const toolResults = (events: readonly RunEvent[]) =>
  events.flatMap((event) => (event.type === 'ToolResult' ? [event.payload.code] : []))

describe('an odd tool', () => {
  const odd: readonly [what: string, tool: object, code: string][] = [
    ['whose validation hangs', { parse: () => new Promise(() => {}) }, 'tool_timeout'],
    ['whose target is undefined', { target: () => undefined }, 'invalid_target'],
    ['whose target throws', { target: () => JSON.parse('{') }, 'tool_failed'],
    ['that rejects with something strange', { execute: () => Promise.reject(strange) }, 'tool_failed'],
    ['that gives a circular object', { execute: async () => Object.assign([0], { 0: globalThis }) }, 'invalid_result'],
    ['that ignores its signal', { execute: () => new Promise(() => {}) }, 'tool_timeout'],
  ]

  test.each(odd)('%s is one failed call, within its time', async (_, parts, code) => {
    const { result, ms, events, artoo } = await outcome({
      model: scriptedModel(withTool),
      tools: [{ ...bare, ...parts }],
      limits: { toolTimeoutMs: 5_000 },
    })
    expect(toolResults(events)).toEqual([code])
    expect(result.reason).toBe('accepted')
    expect(ms).toBeLessThan(15_000)
    await artoo.close()
  })

  test('does not keep a place from the tools of other tasks', async () => {
    const { clock, ids } = fixed()
    const stuck = { ...bare, name: 'stuck', parse: () => new Promise<never>(() => {}) }
    const model = scriptedModel(
      {
        ...withTool,
        plan: [planOf(subtask('get stuck', ['stuck'])), planOf(subtask('use it', ['bare']))],
        execution: [{ toolCalls: [{ name: 'stuck', input: {} }] }, callBare, answers.execution],
      },
      { repeatLast: true },
    )
    const artoo = createArtoo({ depth: 'full', model, tools: [bare, stuck], clock, ids, limits: { concurrency: 1 } })
    const first = artoo.run('Get stuck')
    const second = artoo.run('Go on')
    const start = clock.now()
    expect((await settle(second, clock)).reason).toBe('accepted')
    expect(clock.now() - start).toBeLessThan(10_000)
    await Promise.all([settle(first, clock), artoo.close()])
  })
})

describe('an odd model', () => {
  test.each<[what: string, generate: () => unknown, reason: string]>([
    ['rejects with something strange', () => Promise.reject(strange), 'infrastructure'],
    [
      'rejects with a numeric code',
      () => Promise.reject(Object.assign(new Error('x'), { code: 5, [Symbol.for('artoo.error')]: 1 })),
      'infrastructure',
    ],
    ['throws synchronously', () => JSON.parse('{'), 'infrastructure'],
    ['answers undefined', () => undefined, 'infrastructure'],
    [
      'answers with endless white space',
      async () => ({
        text: `{"intent": "x"${'\n'.repeat(80_000)}`,
        toolCalls: [],
        usage: { inputTokens: 1, outputTokens: 1 },
        finishReason: 'length',
      }),
      'role_failed',
    ],
  ])('that %s ends the task at once', async (_, generate, reason) => {
    const began = worked()
    const { result, ms, artoo } = await outcome({ model: { id: 'odd', generate } as unknown as LanguageModel })
    expect(result.reason).toBe(reason)
    expect(ms).toBeLessThan(10_000)
    expect(worked() - began).toBeLessThan(5_000)
    await artoo.close()
  })

  test('waiting behind a silent one for a place does not hold up an abort', async () => {
    const { clock, ids } = fixed()
    const artoo = createArtoo({ depth: 'full', model: silent, clock, ids, limits: { concurrency: 1 } })
    artoo.run('Block the only place')
    const controller = new AbortController()
    const waiting = artoo.run('Wait', { signal: controller.signal })
    await new Promise((resolve) => setImmediate(resolve))
    controller.abort()
    expect((await waiting).reason).toBe('aborted')
    expect(clock.now()).toBe(1_000)
    await artoo.close()
  })

  test('repeating its tool-call ids gets them back as ids of our own', async () => {
    const twice = [1, 2].map(() => ({ id: 'same', name: 'bare', input: {} }))
    const model = scriptedModel({ ...withTool, execution: [{ toolCalls: twice }, answers.execution] })
    const { artoo } = await outcome({ model, tools: [bare] })
    const last = model.requests.filter((request) => request.output?.name === 'execution').at(-1)
    const ids = last?.messages.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : []))
    expect(ids).toEqual(['call_1_1', 'call_1_2'])
    await artoo.close()
  })
})

describe('an odd memory', () => {
  const fake = (parts: Partial<Memory>) => ({ ...createMemory(), ...parts }) as Memory
  const hang = () => new Promise<never>(() => {})

  test.each<[string, Partial<Memory>, string]>([
    ['that never answers', { consult: hang }, 'memory could not be read: no result within 5000 ms'],
    ['that answers nonsense', { consult: async () => ({}) as never }, 'memory could not be read: the memory answered'],
    [
      'that loses a write',
      {
        write: () => ({
          id: 'm',
          accepted: true,
          settled: new Promise((_, no) => setImmediate(() => no(new Error('gone')))),
        }),
      },
      'an experience was lost: gone',
    ],
  ])('%s stops no task, and the auditor reports it', async (_, parts, anomaly) => {
    const { result, anomalies } = await outcome({ memory: fake(parts) })
    expect(result.reason).toBe('accepted')
    expect(anomalies).toEqual([expect.stringContaining(anomaly)])
  })

  test('whose write never settles keeps no result waiting; the auditor and the journal report it', async () => {
    const write = () => ({ id: 'm', accepted: true, settled: hang() })
    const journal = memoryJournal()
    const { clock, ids } = fixed()
    const artoo = createArtoo({ model: scriptedModel(straightThrough), memory: fake({ write }), journal, clock, ids })
    const run = artoo.run('Say hello')
    const isLate = new Promise((resolve) => clock.schedule(51, () => resolve('late')))
    for await (const { type } of run) if (type === 'FinalResult') break
    await vi.waitFor(() => expect(clock.pending).toBeGreaterThan(1))
    clock.advance(50)
    expect(await Promise.race([run, isLate])).toMatchObject({ reason: 'accepted' })
    clock.advance(5_000)
    await vi.waitFor(() => expect(run.events.at(-1)?.type).toBe('MemoryFailure'))
    const { anomalies } = await artoo.audit()
    expect(anomalies.map(({ text }) => text)).toEqual([
      expect.stringContaining('an experience was lost: no result within 5000 ms'),
    ])
    await artoo.close()
    const types = (await readEvents(journal, run.taskId)).map(({ type }) => type)
    expect(types.slice(-2)).toEqual(['FinalResult', 'MemoryFailure'])
  })

  test('whose flush hangs lets the instance close, with an error', async () => {
    const { artoo, clock } = await outcome({ memory: fake({ flush: hang }) })
    const closed = expect(artoo.close()).rejects.toMatchObject({ code: 'settle_timeout' })
    await new Promise((resolve) => setImmediate(resolve))
    clock.advance(5_000)
    await closed
  })

  test('whose dreams and writes hang lets the instance close, even if the journal hangs after it, with one error', async () => {
    const unhandled: unknown[] = []
    const hear = (error: unknown) => unhandled.push(error)
    process.on('unhandledRejection', hear)
    onTestFinished(() => void process.off('unhandledRejection', hear))
    const { clock, ids } = fixed()
    let closed: Promise<unknown> | undefined
    const memory = fake({
      dream: hang,
      write() {
        closed ??= artoo.close().catch((error: unknown) => error)
        return { id: 'm', accepted: true, settled: hang() }
      },
    })
    const journal = {
      ...memoryJournal(),
      append: (_: string, lines: readonly JournalLine[]) =>
        lines.some(({ kind }) => kind === 'end') ? hang() : Promise.resolve(),
    }
    const model = scriptedModel(straightThrough)
    const artoo = createArtoo({ depth: 'full', model, memory, journal, clock, ids, dreamer: { intervalMs: 10 } })
    clock.advance(10)
    const run = artoo.run('Say hello')
    for (let turn = 0; turn < 60; turn++) {
      await new Promise((resolve) => setTimeout(resolve, 1))
      if (closed) clock.advance(1_000)
    }
    expect(await closed).toMatchObject({ code: 'settle_timeout' })
    expect(await run).toMatchObject({ reason: 'accepted' })
    expect(unhandled).toEqual([])
  })
})

describe('odd callbacks', () => {
  test('an answer that is no string counts as empty', async () => {
    const model = scriptedModel(
      { ...straightThrough, task_spec: { json: { intent: 'x', questions: ['?'] } } },
      { repeatLast: true },
    )
    const { artoo } = await outcome({ model, clarify: (() => undefined) as never })
    expect(JSON.parse(model.requests[1]?.messages[1]?.content ?? '')).toMatchObject({
      clarifications: [{ questions: ['?'], answer: '' }],
    })
    await artoo.close()
  })

  test('a check that gives no evidence still decides', async () => {
    const check = { name: 'mute', description: 'says nothing', run: () => ({ pass: true }) } as unknown as Check
    const criterion = { text: 'it is fine', mode: 'verifiable', check: { name: 'mute' } }
    const plan = { json: { criteria: answers.plan.json.criteria, subtasks: [{ intent: 'go', criteria: [criterion] }] } }
    const { result, artoo } = await outcome({ model: scriptedModel({ ...straightThrough, plan }), checks: [check] })
    expect(result.reason).toBe('accepted')
    await artoo.close()
  })

  test('a journal may abort the task from within, at any write before the result', async () => {
    for (let position = 1; position <= 5; position++) {
      const controller = new AbortController()
      let seen = 0
      const journal = journalWith(() => ++seen === position && controller.abort(strange))
      const { clock, ids } = fixed()
      const artoo = createArtoo({ depth: 'full', model: scriptedModel(straightThrough), journal, clock, ids })
      const result = await artoo.run('Say hello', { signal: controller.signal })
      expect(result.reason, `at write ${position}`).toBe('aborted')
      await artoo.close()
      expect(clock.pending).toBe(0)
    }
  })

  test('a journal may close the instance and start another task from within', async () => {
    const { clock, ids } = fixed()
    const model = scriptedModel(straightThrough, { repeatLast: true })
    let closed: Promise<void> | undefined
    const journal = journalWith((events) => {
      if (events.some(({ type }) => type === 'TaskStarted')) closed = artoo.close()
    })
    const artoo = createArtoo({ depth: 'full', model, journal, clock, ids })
    expect((await artoo.run('Say hello')).reason).toBe('aborted')
    await closed
  })

  test('a journal hears nothing after its end', async () => {
    const heard: string[] = []
    const journal = {
      ...memoryJournal(),
      append: (_: string, lines: readonly JournalLine[]) => {
        heard.push(...lines.map(({ kind }) => kind))
        if (heard.includes('end')) throw new Error('no space')
      },
    }
    const { artoo } = await outcome({ journal })
    expect(heard.indexOf('end')).toBe(heard.length - 1)
    await artoo.close()
  })

  test('a signal that is none is refused, and leaves nothing behind', async () => {
    const { clock, ids } = fixed()
    const artoo = createArtoo({ depth: 'full', model: silent, clock, ids })
    const signal = new AbortController() as unknown as AbortSignal
    const before = clock.pending
    expect(() => artoo.run('x', { signal })).toThrow(
      expect.objectContaining({ code: 'invalid_option', field: 'signal' }),
    )
    expect(clock.pending).toBe(before)
    await artoo.close()
    expect(clock.pending).toBe(0)
  })

  test('a clock that shows no time still lets the task end', async () => {
    const { clock, ids } = fixed()
    const artoo = createArtoo({
      depth: 'full',
      model: scriptedModel(straightThrough),
      clock: { ...clock, now: () => Number.NaN },
      ids,
    })
    expect((await artoo.run('Say hello')).directive).toBeDefined()
    await artoo.close()
  })
})

describe('many at once', () => {
  test('twenty tasks on one signal, and twenty parallel subtasks, warn of no leak', async () => {
    const warnings: string[] = []
    const note = (warning: Error) => void warnings.push(warning.name)
    process.on('warning', note)
    const { signal } = new AbortController()
    const plan = planOf(...Array.from({ length: 20 }, (_, index) => subtask(`part ${index}`)))
    const artoo = createArtoo({
      depth: 'full',
      model: scriptedModel({ ...straightThrough, plan }, { repeatLast: true }),
      limits: { concurrency: 20 },
    })
    const runs = Array.from({ length: 20 }, () => artoo.run('Say hello', { signal }))
    const results = await Promise.all(runs)
    expect(new Set(results.map(({ reason }) => reason))).toEqual(new Set(['accepted']))
    await artoo.close()
    await new Promise((resolve) => setImmediate(resolve))
    process.off('warning', note)
    expect(warnings).toEqual([])
  })
})

describe('an abort', () => {
  const hangAfter = (act: () => void) => () => {
    act()
    return new Promise<never>(() => {})
  }

  const question = { json: { intent: 'x', questions: ['?'] } }
  const checked = { text: 'c', mode: 'verifiable', check: { name: 'slow' } }
  const moments: Readonly<Record<string, (abort: () => void) => Partial<ArtooOptions>>> = {
    'in a tool': (abort) => ({
      model: scriptedModel(withTool),
      tools: [{ ...bare, execute: hangAfter(abort) }],
    }),
    'while a person is asked to confirm': (abort) => ({
      model: scriptedModel(withTool),
      tools: [{ ...bare, effect: async () => ({ kind: 'irreversible', action: 'do it', reason: 'it stays done' }) }],
      confirm: hangAfter(abort),
    }),
    'while a person is asked to clarify': (abort) => ({
      model: scriptedModel({ ...straightThrough, task_spec: question }),
      clarify: hangAfter(abort),
    }),
    'in a check': (abort) => ({
      model: scriptedModel({
        ...straightThrough,
        plan: { json: { criteria: [checked], subtasks: [{ intent: 'go', criteria: [checked] }] } },
      }),
      checks: [{ name: 'slow', description: 'slow', run: hangAfter(abort) }],
    }),
    'while memory is read': (abort) => ({
      memory: { ...createMemory(), consult: hangAfter(abort) },
    }),
    'during a replan': (abort) => {
      const plan = freshPlans()
      const replanning = (): 'hang' => {
        abort()
        return 'hang'
      }
      return { model: scriptedModel({ ...straightThrough, plan: [plan, replanning], verification: answers.reject }) }
    },
    'in a model that ignores its signal': (abort) => ({
      model: { id: 'deaf', generate: hangAfter(abort) },
    }),
  }

  test.each(Object.entries(moments))('%s ends the task at once', async (_, optionsFor) => {
    const { clock, ids } = fixed()
    const controller = new AbortController()
    const model = scriptedModel(straightThrough)
    const artoo = createArtoo({ depth: 'full', model, clock, ids, ...optionsFor(() => controller.abort()) })
    const run = artoo.run('Say hello', { signal: controller.signal })
    const result = await run
    expect(result.reason).toBe('aborted')
    expect(run.events.filter(({ type }) => type === 'FinalResult')).toHaveLength(1)
    expect(run.events.filter(({ from }) => from === 'bus')).toEqual([])
    await artoo.close()
    expect(clock.pending).toBe(0)
  })
})

test('a reader that leaves does not wait for the next event', async () => {
  const artoo = createArtoo({ model: silent, ...fixed() })
  const events = artoo.run('Say hello')[Symbol.asyncIterator]()
  for (let count = 0; count < 3; count++) await events.next()
  const pending = events.next()
  await events.return?.()
  expect((await pending).done).toBe(true)
  await artoo.close()
})

test('the log holds the repair round', async () => {
  const model = scriptedModel({ ...straightThrough, task_spec: [{ text: 'Sure!' }, answers.taskSpec] })
  const { events, artoo } = await outcome({ model })
  const added = events.flatMap((event) => (event.type === 'ModelCall' ? [event.payload.added] : []))
  expect(added[0]).toEqual([])
  expect(added[1]?.at(-1)?.content).toContain('That is not a valid task_spec')
  await artoo.close()
})

test('the offline model fits wherever a model fits, and gives up honestly on what it does not know', async () => {
  const { result, artoo } = await outcome({ model: offlineModel() })
  expect(result).toMatchObject({ directive: 'abandon', reason: 'infeasible', output: null })
  expect(result.summary).toContain("I can't answer that")
  await artoo.close()
})
