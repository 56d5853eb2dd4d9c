import { createBus, type EnvelopeOf, type InputOf, type Notice } from '@artoo/bus'
import { createBudget } from '@artoo/llm'
import { scriptedModel } from '@artoo/llm/testing'
import { ArtooError, type LanguageModel, type Message, type ModelResponse, ProviderError } from '@artoo/spec'
import { manualClock, sequentialIds } from '@artoo/spec/testing'
import { defineTool } from '@artoo/tools'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { fitConversation } from '../src/effects/model/fit-conversation.js'
import { fairSlots, limitsSchema, modelContracts, modelEffect, type RunScope, runContracts } from '../src/index.js'
import { people } from '../src/people/people.js'
import { runContext } from '../src/people/run-context.js'
import { createAnswerStream } from '../src/scope/answer-stream.js'
import { runTime } from '../src/time/run-time.js'

fc.configureGlobal({ seed: 20260221 })

const outputs = { answer: z.object({ says: z.string() }) }
const contracts = { ...runContracts('A'), ...modelContracts(outputs, ['A', 'B', 'AB']) } as const
type Contracts = typeof contracts
type Actor = 'A' | 'B' | 'AB'
type Asked = InputOf<Contracts, 'ModelRequest'>
type Answer = Extract<EnvelopeOf<Contracts>, { type: 'ModelReply' | 'ModelFailure' }>

const tools = ['glob', 'read_file'].map((name) =>
  defineTool({ name, description: `${name} it`, input: z.looseObject({}), effect: 'read', execute: () => '' }),
)

const user = (content: string): Message => ({ role: 'user', content })
const system = (content: string): Message => ({ role: 'system', content })
const says = (text: string) => ({ json: { says: text } })
const said = (text: string): Message => ({ role: 'assistant', content: JSON.stringify({ says: text }) })
const calls = (...names: string[]) => ({ toolCalls: names.map((name) => ({ name, input: { of: name } })) })

type Loads = Readonly<Record<string, () => Promise<unknown>>>

/** A run whose actors ask `model`. */
function asking(
  model: LanguageModel,
  { mayBegin = true, room = 400_000, loads }: { mayBegin?: boolean; room?: number; loads?: Loads } = {},
) {
  const log: (EnvelopeOf<Contracts> | Notice)[] = []
  const clock = manualClock()
  const bus = createBus({ contracts, clock, ids: sequentialIds(), log: (entry) => void log.push(entry) })
  const taskId = 'task'
  const ending = new AbortController()
  const { signal } = ending
  const limits = limitsSchema.parse({ modelRetries: 0, conversationCharacters: room })
  const time = runTime(clock, limits.timeMs)
  const held = runContext({ given: undefined, history: [] })
  const scope: RunScope = {
    taskId,
    signal,
    clock,
    context: undefined,
    held,
    redact: undefined,
    vault: undefined,
    limits,
    controller: 'A',
    budget: createBudget(),
    time,
    people: people({
      context: held,
      taskId,
      clock,
      time,
      timeoutMs: limits.personTimeoutMs,
      waits: false,
      history: [],
      signal,
    }),
    answer: createAnswerStream(),
    permissions: [],
    modes: () => [],
    words: () => [],
    added: () => [],
    isNamed: () => false,
    history: [],
    edited: new Set(),
    decidedNow: undefined,
    lineage: taskId,
    part: () => ({ taskId }),
    wasAllowed: () => false,
    epoch: 1,
    unsure: new Set(),
    hold: () => () => {},
    park: () => {},
    mayBegin: async () => mayBegin && !signal.aborted,
    holds: async () => !signal.aborted,
    late: async () => [],
  }
  const port = bus.port('model', { taskId })
  modelEffect({ outputs, modelOf: () => model, tools, loads, slots: fairSlots(8) }).bind(port as never, scope)

  const waiting = new Map<string | null, (answer: Answer) => void>()
  const heard = (message: EnvelopeOf<Contracts>) => {
    if (message.type === 'ModelReply' || message.type === 'ModelFailure') waiting.get(message.causationId)?.(message)
  }
  const ports = { A: bus.port('A', { taskId }), B: bus.port('B', { taskId }), AB: bus.port('AB', { taskId }) }
  ports.A.receive(heard)
  ports.B.receive(heard)
  ports.AB.receive(heard)

  function ask(given: Partial<Asked> = {}, from: Actor = 'A'): Promise<Answer> {
    const payload: Asked = {
      key: 'k',
      output: 'answer',
      messages: [user('hello')],
      continues: false,
      tools: tools.map(({ name }) => name),
      ...given,
    }
    const { id } = ports[from].publish({ type: 'ModelRequest', to: 'model', payload })
    return new Promise((resolve) => waiting.set(id, resolve))
  }

  return {
    log,
    ending,
    port,
    ask,
    goOn: (messages: Message[], given: Partial<Asked> = {}, from: Actor = 'A') =>
      ask({ messages, continues: true, ...given }, from),
    payloadsOf: <T extends keyof Contracts>(type: T) =>
      log.flatMap((entry) => (entry.type === type ? [entry.payload as unknown as InputOf<Contracts, T>] : [])),
  }
}

/** The model with something more, or something else, in its responses. */
function responding(model: LanguageModel, ...more: readonly Partial<ModelResponse>[]): LanguageModel {
  let turn = 0
  return {
    id: model.id,
    generate: async (request, options) => ({ ...(await model.generate(request, options)), ...more[turn++] }),
  }
}

const idsIn = ({ payload }: Answer) => ('toolCalls' in payload ? payload.toolCalls.map(({ id }) => id) : [])
const toolMessages = (answer: Answer): Message[] =>
  'toolCalls' in answer.payload
    ? answer.payload.toolCalls.map(({ id, name }) => ({ role: 'tool', toolCallId: id, name, content: `of ${id}` }))
    : []
const failureOf = ({ type, payload }: Answer) => (type === 'ModelFailure' ? payload : undefined)
const assistantsIn = (messages: readonly Message[] = []) =>
  messages.flatMap((message) => (message.role === 'assistant' ? [message] : []))
const opaquesIn = (messages: readonly Message[] | undefined) => assistantsIn(messages).map(({ opaque }) => opaque)

describe('an answer', () => {
  it('is the value, under the key and the output that were asked for', async () => {
    const { ask } = asking(scriptedModel({ answer: says('hi') }))
    const answer = await ask({ key: 'greeting' })
    expect(answer).toMatchObject({ type: 'ModelReply', from: 'model', to: 'A', causationId: 'id-1' })
    expect(answer.payload).toEqual({ kind: 'value', key: 'greeting', output: 'answer', value: { says: 'hi' } })
  })

  it('is the tool calls, with their input as it was given', async () => {
    const { ask } = asking(scriptedModel({ answer: calls('glob', 'read_file') }))
    expect((await ask()).payload).toEqual({
      kind: 'tool_calls',
      key: 'k',
      output: 'answer',
      toolCalls: [
        { id: 'call_1_1', name: 'glob', input: { of: 'glob' } },
        { id: 'call_1_2', name: 'read_file', input: { of: 'read_file' } },
      ],
    })
  })

  it('with tool calls comes when the code that has to answer them is loaded', async () => {
    const loaded: string[] = []
    const load = (name: string) => async () => {
      await Promise.resolve()
      loaded.push(name)
    }
    const model = scriptedModel({ answer: [says('hi'), calls('glob')] })
    const { ask, goOn } = asking(model, { loads: { glob: load('glob'), read_file: load('read_file') } })
    expect([(await ask()).type, [...loaded]]).toEqual(['ModelReply', []])
    expect([(await goOn([user('go on')])).type, [...loaded]]).toEqual(['ModelReply', ['glob']])
  })

  it("with calls whose code can't be loaded is no failure of the model", async () => {
    const loads = { glob: () => Promise.reject(new TypeError('Failed to fetch')) }
    const { ask } = asking(scriptedModel({ answer: calls('glob') }), { loads })
    const message = "the code of glob can't be loaded: Failed to fetch"
    expect(failureOf(await ask())).toMatchObject({ code: 'not_loaded', infrastructure: true, message })
  })

  it('goes to whoever asked', async () => {
    const { ask } = asking(scriptedModel({ answer: says('hi') }, { repeatLast: true }))
    const answers = await Promise.all([ask({}, 'B'), ask({}, 'A')])
    expect(answers.map(({ to }) => to)).toEqual(['B', 'A'])
  })

  it('is given by a model that is offered the tools that were asked for, and those only', async () => {
    const model = scriptedModel({ answer: says('hi') }, { repeatLast: true })
    const { ask } = asking(model)
    for (const names of [['read_file'], ['telepathy'], []]) await ask({ tools: names })
    expect(model.requests.map((request) => request.tools?.map(({ name }) => name) ?? [])).toEqual([
      ['read_file'],
      [],
      [],
    ])
  })

  it('is given by a model that knows the tools of its conversation to the end, and may call none that is not offered', async () => {
    const model = scriptedModel({ answer: [calls('glob'), says('hi'), says('hi'), says('hi')] })
    const { ask } = asking(model)
    const result = { role: 'tool', toolCallId: 'call_1_1', name: 'glob', content: 'a.md' } as const
    await ask({ tools: ['glob', 'read_file'] })
    await ask({ tools: [], continues: true, messages: [result] })
    await ask({ tools: ['read_file'], continues: true })
    await ask({ tools: [] })
    expect(model.requests.map(({ tools = [], toolChoice }) => [tools.map(({ name }) => name), toolChoice])).toEqual([
      [['glob', 'read_file'], undefined],
      [['glob', 'read_file'], 'none'],
      [['read_file'], undefined],
      [[], undefined],
    ])
  })

  it.each([
    ['ended', { end: true, mayBegin: true }],
    ['that can’t be journalled', { end: false, mayBegin: false }],
  ])('is not sought in a run %s', async (_, { end, mayBegin }) => {
    const model = scriptedModel({ answer: says('hi') })
    const { ask, ending, port, log } = asking(model, { mayBegin })
    void ask()
    if (end) ending.abort()
    await new Promise((resolve) => setImmediate(resolve))
    await port.idle()
    expect(model.requests).toEqual([])
    expect(log.map(({ type }) => type)).toEqual(['ModelRequest'])
  })
})

describe('a tool call without any input', () => {
  it('has null for one, which stays in a journal', async () => {
    const { ask } = asking(scriptedModel({ answer: { toolCalls: [{ name: 'look', input: undefined }] } }))
    const { payload } = await ask()
    expect(JSON.parse(JSON.stringify(payload))).toMatchObject({ toolCalls: [{ name: 'look', input: null }] })
  })
})

describe('a conversation', () => {
  it('is what was asked and answered, in order, tool turns included', async () => {
    const model = scriptedModel({ answer: [says('one'), calls('glob', 'read_file'), says('two'), says('three')] })
    const { ask, goOn } = asking(model)
    const begin = [system('be brief'), user('count')]
    await ask({ messages: begin })
    const called = await goOn([user('go on')])
    await goOn(toolMessages(called))
    await goOn([user('once more'), user('please')])

    const toolCalls = [
      { id: 'call_1_1', name: 'glob', input: { of: 'glob' } },
      { id: 'call_1_2', name: 'read_file', input: { of: 'read_file' } },
    ]
    const results: Message[] = toolCalls.map(({ id, name }) => {
      return { role: 'tool', toolCallId: id, name, content: `of ${id}` }
    })
    const all: Message[] = [
      ...begin,
      said('one'),
      user('go on'),
      { role: 'assistant', content: '', toolCalls },
      ...results,
      said('two'),
      user('once more'),
      user('please'),
    ]
    expect(model.requests.map(({ messages }) => messages)).toEqual([
      all.slice(0, 2),
      all.slice(0, 4),
      all.slice(0, 7),
      all,
    ])
  })

  it('is begun anew by a request that does not go on', async () => {
    const model = scriptedModel({ answer: [says('one'), says('two'), says('three')] })
    const { ask, goOn } = asking(model)
    await ask({ messages: [user('first')] })
    await ask({ messages: [user('second')] })
    await goOn([user('third')])
    expect(model.requests.at(-1)?.messages).toEqual([user('second'), said('two'), user('third')])
  })

  it('is one of an actor and a key, whatever they are called', async () => {
    const names: readonly [Actor, string][] = [
      ['A', 'k'],
      ['A', 'l'],
      ['B', 'k'],
      ['AB', 'k'],
      ['A', 'Bk'],
      ['A', '__proto__'],
    ]
    const echo = scriptedModel({ answer: ({ messages }) => says(`${messages.at(-1)?.content}!`) }, { repeatLast: true })
    const { ask, goOn } = asking(echo)
    const wordOf = ([actor, key]: readonly [Actor, string]) => `${actor} ${key}`
    await Promise.all(names.map(([actor, key], index) => ask({ key, messages: [user(`first ${index}`)] }, actor)))
    await Promise.all(names.map((name) => goOn([user(wordOf(name))], { key: name[1] }, name[0])))
    names.forEach((name, index) => {
      const request = echo.requests.find(({ messages }) => messages.at(-1)?.content === wordOf(name))
      expect(request?.messages).toEqual([user(`first ${index}`), said(`first ${index}!`), user(wordOf(name))])
    })
  })

  it('is the same whatever else is said meanwhile', async () => {
    const turns = fc.array(fc.tuple(fc.constantFrom<Actor>('A', 'B'), fc.constantFrom('k', 'l'), fc.boolean()), {
      maxLength: 12,
    })
    await fc.assert(
      fc.asyncProperty(turns, async (script) => {
        const model = scriptedModel({ answer: ({ messages }) => says(`${messages.length}`) }, { repeatLast: true })
        const { ask } = asking(model)
        const folded = new Map<string, Message[]>()
        const expected: Message[][] = []
        for (const [index, [actor, key, wantsMore]] of script.entries()) {
          const name = `${actor} ${key}`
          const before = wantsMore ? (folded.get(name) ?? []) : []
          const asked = [...before, user(`turn ${index}`)]
          expected.push(asked)
          folded.set(name, [...asked, said(`${asked.length}`)])
          await ask({ key, messages: [user(`turn ${index}`)], continues: before.length > 0 }, actor)
        }
        expect(model.requests.map(({ messages }) => messages)).toEqual(expected)
      }),
      { numRuns: 30 },
    )
  })

  it('holds the repaired answer, not the way to it', async () => {
    const model = scriptedModel({ answer: [{ text: 'no idea' }, says('one'), says('two')] })
    const { ask, goOn, payloadsOf } = asking(model)
    await ask({ messages: [user('count')] })
    await goOn([user('go on')])
    expect(model.requests.at(-1)?.messages).toEqual([user('count'), said('one'), user('go on')])
    expect(payloadsOf('ModelCall').map(({ added }) => added.length)).toEqual([0, 2, 0])
  })

  it('goes on after a call that failed', async () => {
    const model = scriptedModel({
      answer: [says('one'), { error: new ProviderError('provider_failed', 'gone') }, says('two')],
    })
    const { ask, goOn } = asking(model)
    await ask({ messages: [user('count')] })
    expect(failureOf(await goOn([user('go on')]))).toMatchObject({ infrastructure: true })
    expect(await goOn([user('again')])).toMatchObject({ type: 'ModelReply', payload: { value: { says: 'two' } } })
    expect(model.requests.at(-1)?.messages).toEqual([user('count'), said('one'), user('go on'), user('again')])
  })

  it('stands in the log once: each request has only what is new', async () => {
    const words = ['alpha', 'beta', 'gamma', 'delta']
    const { ask, payloadsOf, log } = asking(scriptedModel({ answer: says('fine') }, { repeatLast: true }))
    for (const [index, word] of words.entries()) await ask({ messages: [user(word)], continues: index > 0 })
    expect(payloadsOf('ModelRequest').map(({ messages }) => messages)).toEqual(words.map((word) => [user(word)]))
    const text = JSON.stringify(log)
    expect(words.map((word) => text.split(word).length - 1)).toEqual(words.map(() => 1))
  })
})

describe('a conversation that has no more room', () => {
  const room = 20_000
  const turns = 40

  /** Forty turns of one call each, whose results are 1,500 characters long. */
  async function longLoop() {
    let left = turns
    const model = scriptedModel({ answer: () => (left-- > 0 ? calls('glob') : says('done')) }, { repeatLast: true })
    const asked = asking(model, { room })
    let answer = await asked.ask({ messages: [system('be brief'), user('count')] })
    while ('toolCalls' in answer.payload) {
      const [{ id = '' } = {}] = answer.payload.toolCalls
      answer = await asked.goOn([{ role: 'tool', toolCallId: id, name: 'glob', content: `${id} `.repeat(150) }])
    }
    return { ...asked, model }
  }

  it('loses its oldest results, and no call its result', async () => {
    const { model } = await longLoop()
    for (const { messages } of model.requests) {
      expect(messages.slice(0, 2)).toEqual([system('be brief'), user('count')])
      expect(JSON.stringify(messages).length).toBeLessThan(1.5 * room)
      const ids = assistantsIn(messages).flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id))
      expect(messages.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : []))).toEqual(ids)
    }
    expect(model.requests).toHaveLength(turns + 1)
    expect(model.requests.at(-1)?.messages.at(-1)?.content).toContain(`call_${turns}_1 call_${turns}_1`)
  })

  it('is cut once in many turns, so that a provider’s cache serves the turns between', async () => {
    const { model, payloadsOf } = await longLoop()
    const grows = (earlier: readonly Message[], later: readonly Message[]) =>
      JSON.stringify(later.slice(0, earlier.length)) === JSON.stringify(earlier)
    const changes = model.requests.filter(
      ({ messages }, at) => at > 0 && !grows(model.requests[at - 1]?.messages ?? [], messages),
    ).length
    expect(changes).toBe(payloadsOf('ConversationCut').length)
    expect(changes).toBeGreaterThan(1)
    expect(changes).toBeLessThan(turns / 4)
  })

  it('is told by the log: what each request showed follows from it', async () => {
    const { log, model } = await longLoop()
    const folded: Message[][] = []
    let messages: readonly Message[] = []
    for (const event of log) {
      if (event.type === 'ModelRequest') messages = [...messages, ...event.payload.messages]
      if (event.type === 'ConversationCut') messages = fitConversation(messages, event.payload.room).messages
      if (event.type === 'ModelCall') folded.push([...messages])
      if (event.type === 'ModelReply' && event.payload.kind === 'tool_calls') {
        messages = [...messages, { role: 'assistant', content: '', toolCalls: event.payload.toolCalls }]
      }
    }
    expect(folded).toEqual(model.requests.map((request) => request.messages))
  })

  it('fails when its first request alone is too long, and goes on as it was when a later one is', async () => {
    const { ask, goOn, payloadsOf } = asking(scriptedModel({ answer: says('hi') }, { repeatLast: true }), { room })
    const tooLong = [user('x'.repeat(room + 1))]
    expect(failureOf(await ask({ messages: tooLong }))).toMatchObject({
      code: 'conversation_too_long',
      infrastructure: false,
      message: `the first request has ${room + 1} characters, limits.conversationCharacters is ${room}: ask for less at once, or raise the limit if the model has room for more`,
    })
    await ask({ messages: [user('hello')] })
    expect(failureOf(await goOn(tooLong))).toMatchObject({ code: 'conversation_too_long' })
    expect((await goOn([user('and now?')])).type).toBe('ModelReply')
    expect(payloadsOf('ConversationCut')).toEqual([])
  })

  it('repeats no more of an answer that did not fit than a quarter of it', async () => {
    const model = scriptedModel({ answer: [{ text: `no idea ${'x'.repeat(room)}` }, says('one')] })
    const { ask } = asking(model, { room })
    await ask()
    const [, repeated, why] = model.requests[1]?.messages ?? []
    expect(repeated?.content).toHaveLength(room / 4)
    expect(why?.content).toContain(`only the beginning of your ${room + 8} characters`)
  })
})

describe('what a provider wants back', () => {
  it('goes back with the words that it came with, through tool turns and afterwards', async () => {
    const model = scriptedModel({ answer: [calls('glob'), calls('glob'), says('done'), says('better')] })
    const opaques = [{ signature: 'a' }, ['b'], 'c']
    const { ask, goOn } = asking(responding(model, ...opaques.map((opaque) => ({ opaque }))))
    let answer = await ask()
    for (const _ of [1, 2]) answer = await goOn(toolMessages(answer))
    await goOn([user('do better')])
    expect(model.requests.map(({ messages }) => opaquesIn(messages))).toEqual([
      [],
      opaques.slice(0, 1),
      opaques.slice(0, 2),
      opaques,
    ])
  })

  it('is nothing where it gave nothing', async () => {
    const model = scriptedModel({ answer: [calls('glob'), says('done'), says('better')] })
    const { ask, goOn } = asking(responding(model, {}, { opaque: 'b' }))
    await goOn(toolMessages(await ask()))
    await goOn([user('do better')])
    expect(opaquesIn(model.requests.at(-1)?.messages)).toEqual([undefined, 'b'])
  })

  it('leaves the words themselves as they were', async () => {
    const model = scriptedModel({ answer: [calls('glob'), { text: 'So: {"says": "2"} it is.' }, says('3')] })
    const { ask, goOn } = asking(responding(model, { text: 'I look first.', opaque: 'a' }))
    const first = await ask()
    await goOn(toolMessages(first))
    await goOn([user('sure?')])
    expect(assistantsIn(model.requests.at(-1)?.messages)).toMatchObject([
      { content: 'I look first.', toolCalls: [{ id: idsIn(first)[0], name: 'glob', input: { of: 'glob' } }] },
      { content: 'So: {"says": "2"} it is.' },
    ])
  })

  it('is of one draft: a repaired answer goes back with its own', async () => {
    const model = scriptedModel({ answer: [{ text: 'no idea' }, says('one'), says('two')] })
    const { ask, goOn } = asking(responding(model, { opaque: 'a' }, { opaque: 'b' }))
    await ask()
    await goOn([user('go on')])
    expect(model.requests.map(({ messages }) => opaquesIn(messages))).toEqual([[], ['a'], ['b']])
  })

  it('reaches no actor', async () => {
    const secret = 'signature-of-the-provider'
    const { ask, goOn, payloadsOf } = asking(
      responding(scriptedModel({ answer: [calls('glob'), says('done')] }), { opaque: secret }, { opaque: secret }),
    )
    await goOn(toolMessages(await ask()))
    const replies = JSON.stringify([payloadsOf('ModelReply'), payloadsOf('ModelRequest')])
    expect(replies).not.toContain(secret)
    expect(payloadsOf('ModelCall').map(({ response }) => response?.opaque)).toEqual([secret, secret])
  })

  it('can not be changed by whoever has seen it', async () => {
    const opaque = { signature: 'a' }
    const model = scriptedModel({ answer: [says('one'), says('two')] })
    const leaky: LanguageModel = {
      id: 'leaky',
      generate: async (...call) => ({ ...(await model.generate(...call)), opaque }),
    }
    const { ask } = asking(leaky)
    await ask()
    opaque.signature = 'forged'
    await ask({ continues: true, messages: [user('more')] })
    expect(model.requests[1]?.messages[1]).toMatchObject({ opaque: { signature: 'a' } })
    expect(() => Object.assign(model.requests[1]?.messages[1] ?? {}, { content: 'forged' })).toThrow(TypeError)
  })
})

describe('the id of a tool call', () => {
  const oddId = fc.constantFrom('', 'same', '__proto__', 'call_1_1', 'functions.glob:0', 'ä ö', 'i'.repeat(300))
  const conversations = fc.uniqueArray(
    fc.record({
      actor: fc.constantFrom<Actor>('A', 'B'),
      key: fc.constantFrom('1.1', '1.2', '2.1', '12.12', 'k'),
      /** The ids that the model gives, by turn. */
      turns: fc.array(fc.array(oddId, { minLength: 1, maxLength: 4 }), { maxLength: 3 }),
    }),
    { minLength: 1, maxLength: 4, selector: ({ actor, key }) => `${actor} ${key}` },
  )

  it('is one that every provider takes, and no other call of the run has it, whatever ids the model gives', async () => {
    await fc.assert(
      fc.asyncProperty(conversations, async (given) => {
        const left = new Map(given.map(({ actor, key, turns }) => [`${actor} ${key}`, [...turns]]))
        const model = scriptedModel(
          {
            answer({ messages }) {
              const ids = left.get(messages[0]?.content ?? '')?.shift()
              return ids ? { toolCalls: ids.map((id) => ({ id, name: 'glob', input: { id } })) } : says('done')
            },
          },
          { repeatLast: true },
        )
        const { ask, goOn } = asking(model)
        const told: string[][] = await Promise.all(
          given.map(async ({ actor, key, turns }) => {
            const ids: string[] = []
            let answer = await ask({ key, messages: [user(`${actor} ${key}`)] }, actor)
            for (const turn of turns) {
              expect(answer.payload).toMatchObject({ toolCalls: turn.map((id) => ({ name: 'glob', input: { id } })) })
              ids.push(...idsIn(answer))
              answer = await goOn(toolMessages(answer), { key }, actor)
            }
            const { messages = [] } =
              model.requests.findLast((one) => one.messages[0]?.content === `${actor} ${key}`) ?? {}
            // The model sees the same ids in its calls and in what came of them.
            expect(assistantsIn(messages).flatMap(({ toolCalls = [] }) => toolCalls.map(({ id }) => id))).toEqual(ids)
            expect(messages.flatMap((message) => (message.role === 'tool' ? [message.toolCallId] : []))).toEqual(ids)
            return ids
          }),
        )
        const ids = told.flat()
        expect(ids).toHaveLength(given.flatMap(({ turns }) => turns.flat()).length)
        expect(ids.filter((id) => !/^[a-zA-Z0-9_-]+$/.test(id))).toEqual([])
        expect(new Set(ids).size).toBe(ids.length)
      }),
      { numRuns: 50 },
    )
  })

  it('tells turn and place, and each run counts anew', async () => {
    for (const _ of [1, 2]) {
      const model = scriptedModel({ answer: [calls('glob', 'glob'), says('fine'), calls('glob')] })
      const { ask, goOn } = asking(model)
      const first = await ask()
      await ask({ key: 'other' })
      const second = await goOn(toolMessages(first))
      expect([...idsIn(first), ...idsIn(second)]).toEqual(['call_1_1', 'call_1_2', 'call_2_1'])
    }
  })
})

describe('a request that can’t be answered', () => {
  it.each([
    ['of a key that was never begun', { key: 'other' }, 'A'],
    ['of somebody else’s conversation', { key: 'k' }, 'B'],
  ] as const)('goes on with a conversation %s', async (_, given, from) => {
    const model = scriptedModel({ answer: says('one') })
    const { ask, goOn } = asking(model)
    await ask()
    const answer = await goOn([user('go on')], given, from)
    expect(answer).toMatchObject({ type: 'ModelFailure', from: 'model', to: from })
    expect(failureOf(answer)).toMatchObject({ key: given.key, code: 'unknown_conversation', infrastructure: false })
    expect(failureOf(answer)?.message).toContain(`${from} ${given.key} has no conversation`)
    expect(model.requests).toHaveLength(1)
  })

  it('speaks while the model has the word', async () => {
    let speak = () => {}
    const silence = new Promise<void>((resolve) => {
      speak = resolve
    })
    const model = scriptedModel({ answer: [() => silence.then(() => says('one')), says('two')] })
    const { ask, goOn } = asking(model)
    const first = ask({ messages: [user('count')] })
    expect(failureOf(await goOn([user('faster')]))).toMatchObject({
      key: 'k',
      code: 'conversation_busy',
      infrastructure: false,
    })
    speak()
    expect(await first).toMatchObject({ payload: { value: { says: 'one' } } })
    await goOn([user('go on')])
    expect(model.requests.map(({ messages }) => messages)).toEqual([
      [user('count')],
      [user('count'), said('one'), user('go on')],
    ])
  })

  it('wants an output that there is not', async () => {
    const model = scriptedModel({ answer: says('one') })
    const { ask, goOn } = asking(model)
    const answer = await ask({ output: 'poem' as 'answer' })
    expect(failureOf(answer)).toMatchObject({ key: 'k', code: 'unknown_output', infrastructure: false })
    expect(model.requests).toEqual([])
    expect(await goOn([user('an answer, then')])).toMatchObject({ type: 'ModelReply' })
  })
})

describe('a failure', () => {
  it.each([
    ['a provider that is gone', new ProviderError('provider_unavailable', 'gone'), 'provider_unavailable', true],
    ['what the host’s model throws', new Error('dizzy'), 'provider_failed', true],
    ['an answer that is none', new ArtooError('invalid_model_response', 'what?'), 'invalid_model_response', true],
    ['something of our own', new ArtooError('too_odd', 'odd'), 'too_odd', false],
  ])('of %s says whose it is', async (_, error, code, infrastructure) => {
    const { ask } = asking(scriptedModel({ answer: { error } }))
    expect(failureOf(await ask())).toMatchObject({ key: 'k', code, infrastructure })
  })

  it('is told to the log with its call', async () => {
    const { ask, payloadsOf } = asking(
      scriptedModel({ answer: { error: new ProviderError('provider_failed', 'gone') } }),
    )
    await ask()
    expect(payloadsOf('ModelCall')).toMatchObject([
      { role: 'A', key: 'k', output: 'answer', response: null, error: { code: 'provider_failed', message: 'gone' } },
    ])
  })

  it('of an answer that stays unreadable is the model’s', async () => {
    const { ask } = asking(scriptedModel({ answer: { text: 'no idea' } }, { repeatLast: true }))
    expect(failureOf(await ask())).toMatchObject({ code: 'invalid_output', infrastructure: false })
  })
})
