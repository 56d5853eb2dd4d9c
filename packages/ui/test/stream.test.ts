import type { AnswerPiece } from '@artoo/runtime'
import {
  answersIn,
  type ChatData,
  type ChatMetadata,
  currentParts,
  isAnswered,
  type ShownRun,
  toResponse,
  toUIMessageStream,
  type UIChunk,
  type UIMessageStreamOptions,
} from '@artoo/ui'
import { readUIMessageStream, type UIMessage, type UIMessageChunk } from 'ai'
import fc from 'fast-check'
import { describe, expect, expectTypeOf, test } from 'vitest'

/** A run of these events and pieces, whose outcome is `outcome`. */
function runOf(events: readonly object[], pieces: readonly AnswerPiece[], outcome: unknown = accepted): ShownRun {
  async function* each<T>(values: readonly T[]) {
    yield* values
  }
  return {
    taskId: 'task-1',
    events: events as ShownRun['events'],
    answer: each(pieces),
    [Symbol.asyncIterator]: () => each(events as ShownRun['events']),
    // biome-ignore lint/suspicious/noThenProperty: a run is awaited
    then: (onValue, onError) =>
      (outcome instanceof Error ? Promise.reject(outcome) : Promise.resolve(outcome as never)).then(onValue, onError),
  }
}

const accepted = {
  ...{
    status: 'complete',
    directive: 'ACCEPT',
    reason: 'accepted',
    summary: 'Done.',
    output: 'hello',
    missing: [],
    refused: [],
  },
  ...{ basis: 'judge', nextMoves: [], replans: 0, loss: { L: 0 } },
}
const add = (text: string): AnswerPiece => ({ type: 'answer_delta', attempt: 1, text })
const reset: AnswerPiece = { type: 'answer_reset', attempt: 2 }
const request = (callId: string) => ({
  type: 'ToolRequest',
  from: 'R3',
  payload: { callId, tool: 'look', input: { at: 1 } },
})
const result = (id: string, status: string) => ({
  type: 'ToolResult',
  payload: {
    id,
    tool: 'look',
    status,
    code: status === 'ok' ? null : 'tool_failed',
    target: null,
    output: '{"seen":1}',
  },
})

const progress = (callId: string, done: number) => ({
  type: 'ToolProgress',
  payload: { callId, tool: 'look', message: 'looking', done, total: 2 },
})

async function chunksOf(run: ShownRun, options: UIMessageStreamOptions = {}): Promise<readonly UIChunk[]> {
  const chunks: UIChunk[] = []
  for await (const chunk of toUIMessageStream(run, options) as unknown as AsyncIterable<UIChunk>) chunks.push(chunk)
  return chunks
}

async function messageOf(run: ShownRun, options: UIMessageStreamOptions = {}): Promise<UIMessage> {
  const stream = toUIMessageStream(run, options) as ReadableStream<UIMessageChunk>
  let last: UIMessage | undefined
  const fail = (error: unknown) => {
    throw error
  }
  for await (const message of readUIMessageStream({ stream, onError: fail, terminateOnError: true })) last = message
  if (!last) throw new Error('no message')
  return last
}

const textOf = (parts: UIMessage['parts']) =>
  parts.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('')

test('the chunks are those of the AI SDK', () => {
  expectTypeOf<UIChunk>().toExtend<UIMessageChunk>()
})

test('texts before the answer was written anew are void', async () => {
  const { parts } = await messageOf(runOf([], [add('wrong'), reset, add('hel'), add('lo')]))
  expect(textOf(parts)).toBe('wronghello')
  expect(textOf([...currentParts(parts)])).toBe('hello')
})

test.each<[string, object, string]>([
  [
    'its best so far, where it is no answer',
    { status: 'partial', directive: 'abandon', output: 'half' },
    'half\n\nDone.',
  ],
  ['its summary, where there is nothing', { status: 'failed', directive: 'abandon', output: null }, 'Done.'],
])('a task whose answer was not streamed shows %s', async (_, outcome, text) => {
  const { parts } = await messageOf(runOf([], [add('drafted'), reset], { ...accepted, ...outcome }))
  expect(textOf([...currentParts(parts)])).toBe(text)
})

test('the AI SDK reads a message of any order of events, and the texts that stand are the answer', async () => {
  const piece = fc.oneof(fc.string({ minLength: 1 }).map(add), fc.constant(reset))
  const event = fc.oneof(
    fc.constantFrom('a', 'b', 'c').map(request),
    fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat()).map(([id, done]) => progress(id, done)),
    fc
      .tuple(fc.constantFrom('a', 'b', 'c'), fc.constantFrom('ok', 'error', 'refused'))
      .map(([id, how]) => result(id, how)),
    fc.constant({ type: 'ClarificationAnswer', payload: { answers: [{ to: ['q.1'] }] } }),
  )
  const property = fc.asyncProperty(fc.array(event), fc.array(piece), async (events, pieces) => {
    const { id, parts } = await messageOf(runOf(events, pieces))
    const sinceReset = pieces.slice(pieces.findLastIndex(({ type }) => type === 'answer_reset') + 1)
    expect(id).toBe('task-1')
    const answer = sinceReset.map((one) => ('text' in one ? one.text : '')).join('')
    expect(textOf([...currentParts(parts)])).toBe(answer || 'hello\n\nDone.')
  })
  await fc.assert(property, { numRuns: 200, seed: 20261126 })
})

describe('the last chunk says how it ended', () => {
  test.each<[string, unknown, Partial<UIChunk>]>([
    ['with a result', accepted, { type: 'finish' }],
    ['waiting', { status: 'waiting', taskId: 'task-1', requests: [] }, { type: 'finish' }],
    ['interrupted', { status: 'interrupted', reason: 'closed' }, { type: 'abort', reason: 'closed' }],
    ['failed', new Error('key-123'), { type: 'error', errorText: 'The task failed.' }],
  ])('%s', async (_, outcome, chunk) => {
    expect((await chunksOf(runOf([], [], outcome))).at(-1)).toMatchObject(chunk)
  })
})

test('a judge’s look at the work is not shown', async () => {
  const look = { ...request('a'), payload: { ...request('a').payload, readsOnly: true } }
  const { parts } = await messageOf(runOf([look, result('a', 'ok')], [add('hello')]))
  expect(parts.map(({ type }) => type)).toEqual(['step-start', 'text'])
})

test('reasoning is shown if it is asked for, and is no part of the answer', async () => {
  const thought: AnswerPiece = { type: 'reasoning_delta', attempt: 1, text: 'They want a greeting.' }
  const pieces = [thought, add('hello')]
  expect(textOf((await messageOf(runOf([], pieces))).parts)).toBe('hello')
  expect((await messageOf(runOf([], pieces))).parts.some(({ type }) => type === 'reasoning')).toBe(false)
  const { parts } = await messageOf(runOf([], pieces), { sendReasoning: true })
  expect(parts).toMatchObject([
    { type: 'step-start' },
    { type: 'reasoning', text: 'They want a greeting.', state: 'done' },
    { type: 'text', text: 'hello' },
  ])
})

test('data of an answer is shown while it is written, and void with it', async () => {
  const value = (attempt: number, of: unknown): AnswerPiece => ({ type: 'answer_value', attempt, value: of })
  const pieces = [value(1, { a: 1 }), value(1, { a: 12 }), reset, value(2, { b: 1 }), add('{"b":1}')]
  const { parts } = await messageOf(runOf([], pieces))
  expect(currentParts(parts)).toMatchObject([{ type: 'data-answer-value', data: { b: 1 } }])
})

test('how far a call has come is its output until that is there', async () => {
  const run = runOf([request('a'), progress('a', 1), result('a', 'ok')], [])
  expect(await chunksOf(run)).toContainEqual({
    ...{ type: 'tool-output-available', toolCallId: 'a', dynamic: true, preliminary: true },
    output: { message: 'looking', done: 1, total: 2 },
  })
  const { parts } = await messageOf(run)
  expect(parts.find(({ type }) => type === 'dynamic-tool')).toMatchObject({
    ...{ state: 'output-available', output: { status: 'ok', target: null } },
  })
})

test('the result so far of a call goes into the page if its tool is revealed', async () => {
  const yielded = {
    type: 'ToolProgress',
    payload: { callId: 'a', tool: 'look', message: null, output: '{"seen":0}', done: null, total: null },
  }
  const run = () => runOf([request('a'), yielded, result('a', 'ok')], [])
  expect(JSON.stringify(await chunksOf(run()))).not.toContain('seen')
  expect(await chunksOf(run(), { reveal: ['look'] })).toContainEqual({
    ...{ type: 'tool-output-available', toolCallId: 'a', dynamic: true, preliminary: true },
    output: { seen: 0 },
  })
})

test('a response is a stream of server-sent events that ends with [DONE]', async () => {
  const response = toResponse(runOf([], [add('hello')]))
  expect(response.headers.get('x-vercel-ai-ui-message-stream')).toBe('v1')
  const text = await response.text()
  expect(text).toMatch(/^data: {"type":"start","messageId":"task-1"}\n\n/)
  expect(text).toMatch(/\n\ndata: \[DONE\]\n\n$/)
})

test('a message of the AI SDK has the types of what a task puts into it', async () => {
  const { parts } = (await messageOf(runOf([], [add('hello')]))) as UIMessage<ChatMetadata, ChatData>
  for (const part of currentParts(parts)) {
    if (part.type === 'data-confirmation') expectTypeOf(part.data.action).toEqualTypeOf<string>()
    if (part.type === 'dynamic-tool') expectTypeOf(part.state).toExtend<string>()
  }
  expect(currentParts(parts)).toMatchObject([{ type: 'text', text: 'hello' }])
})

test('an unknown option is refused', () => {
  const options = { revael: ['look'] } as object
  expect(() => toUIMessageStream(runOf([], []), options)).toThrow(/revael.*did you mean reveal/)
})

describe('answers in a chat', () => {
  const approval = (id: string, approved?: boolean) => ({
    ...{ type: 'dynamic-tool', toolName: 'pay', toolCallId: id, input: {} },
    ...{ state: approved === undefined ? 'approval-requested' : 'approval-responded', approval: { id, approved } },
  })
  const question = (id: string, output?: unknown) => ({
    ...{ type: 'dynamic-tool', toolName: 'ask_user', toolCallId: id, input: {}, output },
    state: output === undefined ? 'input-available' : 'output-available',
  })
  const chat = (...parts: readonly object[]) => [{ id: 'task-1', role: 'assistant', parts }]

  test('are those of the last message, by the ids of what was asked', () => {
    const messages = chat(approval('a', true), approval('b', false), question('q.1', 'Norway'))
    expect(answersIn(messages)).toEqual({
      taskId: 'task-1',
      answers: { a: { allow: 'once' }, b: { allow: false }, 'q.1': 'Norway' },
    })
    expect(answersIn(messages, { by: 'Ann' })?.answers).toEqual({
      ...{ a: { allow: 'once', by: 'Ann' }, b: { allow: false, by: 'Ann' } },
      'q.1': { answer: 'Norway', by: 'Ann' },
    })
  })

  test('grant or refuse an access as they are', () => {
    const answersTo = (output: unknown) => answersIn(chat(question('q.1', output)), { by: 'Ann' })?.answers['q.1']
    expect(answersTo({ granted: true })).toEqual({ granted: true, by: 'Ann' })
    expect(answersTo({ granted: false, note: 'too dear' })).toEqual({ granted: false, note: 'too dear', by: 'Ann' })
  })

  test('add nothing to the context of the task', () => {
    const output = { granted: true, by: 'root', context: { user: 'root' } }
    expect(answersIn(chat(question('q.1', output)), { by: 'Ann' })?.answers).toEqual({
      'q.1': { granted: true, by: 'Ann' },
    })
  })

  test('are new ones only', () => {
    const heard = { type: 'data-answered', id: 'q.1', data: {} }
    expect(answersIn(chat(question('q.1', 'Norway'), heard))).toBeNull()
    expect(isAnswered({ messages: chat(question('q.1', 'Norway'), heard) })).toBe(false)
  })

  test('are sent when everything that is asked has one', () => {
    expect(isAnswered({ messages: chat(approval('a', true), approval('b')) })).toBe(false)
    expect(isAnswered({ messages: chat(approval('a', true), question('q.1')) })).toBe(false)
    expect(isAnswered({ messages: chat(approval('a', true), approval('b', false)) })).toBe(true)
  })

  test('aren’t in what is no chat', () => {
    fc.assert(
      fc.property(fc.anything(), (messages) => answersIn(messages as never) === null),
      { seed: 20261126 },
    )
    const strange = [
      null,
      7,
      {},
      { type: 'dynamic-tool', state: 'approval-responded' },
      { toolName: 'ask_user', state: 'output-available' },
    ]
    expect(answersIn([{ id: 'task-1', role: 'assistant', parts: strange }])).toBeNull()
    expect(answersIn([{ id: 'task-1', role: 'user', parts: [approval('a', true)] }])).toBeNull()
  })
})

test('what is no handle of a run is refused', () => {
  for (const odd of ['x', null, Promise.resolve(accepted), accepted]) {
    expect(() => toUIMessageStream(odd as never)).toThrow(
      expect.objectContaining({ code: 'invalid_option', message: expect.stringContaining('leave out the await') }),
    )
  }
})
