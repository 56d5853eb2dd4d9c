import { systemClock } from '@artoo/spec'
import { type AiSdkTool, type AiSdkToolOptions, aiSdkTools, runToolCall, type ToolCallOptions } from '@artoo/tools'
import { jsonSchema as aiJsonSchema, type Tool, tool, zodSchema } from 'ai'
import { describe, expect, test, vi } from 'vitest'
import { z } from 'zod'

const city = z.object({ city: z.string() })
const weather = tool({
  description: 'The weather of a city',
  inputSchema: city,
  execute: async ({ city }) => ({ city, degrees: 21 }),
})

function taken(given: AiSdkTool, options: AiSdkToolOptions = { effect: 'read' }) {
  const [one] = aiSdkTools({ weather: given }, { weather: options })
  if (!one) throw new Error('no tool')
  return one
}

const options: ToolCallOptions = {
  ...{ signal: new AbortController().signal, taskId: 'task', callId: 'call-1', context: { user: 'ada' } },
  ...{ timeoutMs: 1_000, clock: systemClock() },
}

const called = (given: AiSdkTool, declared?: AiSdkToolOptions, more: Partial<ToolCallOptions> = {}) =>
  runToolCall(taken(given, declared), { city: 'Oslo' }, { ...options, ...more })

test('a tool is described, checked and carried out as it is', async () => {
  const one = taken(weather, { effect: 'read', target: (input) => (input as z.infer<typeof city>).city })
  expect(one).toMatchObject({ name: 'weather', description: 'The weather of a city', declaredEffect: 'read' })
  expect(one.inputSchema).toMatchObject({ type: 'object', properties: { city: { type: 'string' } } })
  await expect(one.parse({ city: 7 })).rejects.toMatchObject({ code: 'invalid_value', field: 'city' })
  await expect(one.parse({ town: 'Oslo' })).rejects.toThrow('city')
  expect(await called(weather)).toMatchObject({ status: 'ok', output: '{"city":"Oslo","degrees":21}' })
})

test('it is given the id of the call, the signal, and the context of the run', async () => {
  const execute = vi.fn(() => 'done')
  await called(tool({ description: 'd', inputSchema: city, execute }))
  expect(execute).toHaveBeenCalledWith(
    { city: 'Oslo' },
    expect.objectContaining({
      ...{ toolCallId: 'call-1', messages: [], abortSignal: expect.any(AbortSignal) },
      ...{ context: { user: 'ada' }, experimental_context: { user: 'ada' } },
    }),
  )
})

test.each<[string, AiSdkTool['inputSchema']]>([
  ['zod', city],
  ['zodSchema()', zodSchema(city)],
  [
    'jsonSchema()',
    aiJsonSchema({ ...{ type: 'object', properties: { city: { type: 'string' } } }, required: ['city'] }),
  ],
  ['a function', () => zodSchema(city)],
])('an input of %s describes itself and refuses what does not fit', async (_, inputSchema) => {
  const one = taken({ description: 'd', inputSchema, execute: () => 'done' })
  expect(one.inputSchema).toMatchObject({ type: 'object', properties: { city: { type: 'string' } } })
  expect(await one.parse({ city: 'Oslo' })).toEqual({ city: 'Oslo' })
  await expect(one.parse({ city: 7 })).rejects.toMatchObject({ code: 'invalid_value' })
  await expect(one.parse({ city: 'Oslo', town: 'Oslo' })).rejects.toMatchObject({ code: 'invalid_value' })
})

describe('approval', () => {
  const needing = (needsApproval: boolean | (() => boolean | Promise<boolean>)) =>
    tool({ description: 'd', inputSchema: city, needsApproval, execute: () => 'done' })
  const effectOf = (given: AiSdkTool, declared: AiSdkToolOptions) =>
    taken(given, declared).effect({ city: 'Oslo' }, options)

  test.each<[string, AiSdkTool, AiSdkToolOptions, string]>([
    ['a tool of no effect', weather, {}, 'irreversible'],
    ['a tool that needs no approval, of no effect', needing(false), {}, 'irreversible'],
    ['a read', weather, { effect: 'read' }, 'read'],
    ['a read that needs approval', needing(true), { effect: 'read' }, 'irreversible'],
    ['a read that needs approval for this call', needing(async () => true), { effect: 'read' }, 'irreversible'],
    ['a read that needs none for this call', needing(() => false), { effect: () => 'read' }, 'read'],
  ])('%s', async (_, given, declared, kind) => {
    expect(await effectOf(given, declared)).toMatchObject({ kind })
  })

  test('a call that nobody can be asked about is refused', async () => {
    expect(await called(needing(true))).toMatchObject({ status: 'refused', code: 'law1_refused' })
  })
})

describe('the result', () => {
  test('of a tool that yields several is the last', async () => {
    async function* execute() {
      yield { status: 'loading' }
      yield { degrees: 21 }
    }
    expect(await called(tool({ description: 'd', inputSchema: city, execute }))).toMatchObject({
      output: '{"degrees":21}',
    })
  })

  test('is waited for no longer than the call has time, and a tool that goes on is told', async () => {
    let ended = false
    async function* execute() {
      try {
        for (;;) {
          await new Promise((resolve) => setTimeout(resolve, 1))
          yield 'again'
        }
      } finally {
        ended = true
      }
    }
    const endless = tool({ description: 'd', inputSchema: city, execute })
    expect(await called(endless, undefined, { timeoutMs: 20 })).toMatchObject({ code: 'tool_timeout' })
    await vi.waitFor(() => expect(ended).toBe(true))
  })

  type Given = ReturnType<NonNullable<Tool<unknown, unknown>['toModelOutput']>>
  test.each<[Given, object]>([
    [
      { type: 'text', value: '21 degrees' },
      { status: 'ok', output: '21 degrees' },
    ],
    [
      { type: 'json', value: { degrees: 21 } },
      { status: 'ok', output: '{"degrees":21}' },
    ],
    [
      { type: 'content', value: [{ type: 'text', text: 'warm' }] },
      { status: 'ok', output: 'warm' },
    ],
    [
      { type: 'error-text', value: 'no such city' },
      { status: 'error', code: 'tool_failed', output: 'no such city' },
    ],
    [
      { type: 'execution-denied', reason: 'not today' },
      { status: 'error', output: 'not today' },
    ],
    [
      { type: 'content', value: [{ type: 'file-data', data: 'AAAA', mediaType: 'image/png' }] },
      { status: 'error', code: 'invalid_result' },
    ],
  ])('is what toModelOutput gives: %j', async (output, outcome) => {
    const given = tool({ description: 'd', inputSchema: city, execute: () => 'raw', toModelOutput: () => output })
    expect(await called(given)).toMatchObject(outcome)
  })
})

describe('tools that can’t be used are refused', () => {
  test.each<[string, AiSdkTool, string]>([
    ['one that the browser carries out', tool({ description: 'd', inputSchema: city }), 'execute'],
    ['one without a description', { inputSchema: city, execute: () => 'done' }, 'description'],
    ['one whose schema is a promise', { ...weather, inputSchema: aiJsonSchema(Promise.resolve({})) }, 'inputSchema'],
    ['one without a schema', { ...weather, inputSchema: undefined }, 'inputSchema'],
    ['one that takes no object', { ...weather, inputSchema: z.string() }, 'input'],
  ])('%s', (_, given, field) => {
    expect(() => aiSdkTools({ weather: given })).toThrow(expect.objectContaining({ code: 'invalid_tool', field }))
  })

  test('and so are options that mean none of them, or nothing', () => {
    const unknownTool = { wether: {} } as object
    expect(() => aiSdkTools({ weather }, unknownTool)).toThrow(/wether.*did you mean weather/)
    const unknownOption = { weather: { efect: 'read' } } as object
    expect(() => aiSdkTools({ weather }, unknownOption)).toThrow(/efect.*did you mean effect/)
  })
})
