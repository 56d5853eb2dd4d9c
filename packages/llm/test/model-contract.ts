import { checked, generate } from '@artoo/llm'
import type { LanguageModel, Message, ModelOptions, ModelRequest, ModelResponse, ToolCall } from '@artoo/spec'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { type Answer, type Content, says, type Turn } from './provider-turn.js'

/** What the provider was asked, as far as the contract looks at it. */
export interface Asked {
  readonly prompt: readonly { readonly role: string; readonly content: unknown }[]
  readonly maxOutputTokens?: number | undefined
}

/** A language model with its provider behind it. */
export interface Provider {
  readonly model: LanguageModel
  readonly asked: readonly Asked[]
  readonly cancelled: () => boolean
  /** Resolves when a turn that hangs has begun to. */
  readonly hanging: Promise<void>
}

/** What not every way to a model has. */
export type Feature =
  | 'streaming'
  | 'answering whole'
  | 'finish reasons'
  | 'usage'
  | 'response ids'
  | 'memory of its own'
  | 'call ids'
  | 'calls in words'
  | 'custom content'
  | 'interruption'

export interface Fixture {
  readonly name: string
  /** How calls are told to the provider. */
  readonly tools: 'native' | 'text'
  readonly play: (turns: readonly Turn[], modelId?: string) => Provider
  /** Why a part of the contract can't apply. */
  readonly lacks: Partial<Record<Feature, string>>
}

type Part = Readonly<Record<string, unknown>>

const user: Message = { role: 'user', content: 'how many files?' }
const tools = ['glob', 'read_file'].map((name) => ({
  name,
  description: `does ${name}`,
  inputSchema: { type: 'object' },
}))
const glob = (toolCallId: string, input: unknown = { pattern: '*' }) => ({
  toolCallId,
  toolName: 'glob',
  input: typeof input === 'string' ? input : JSON.stringify(input),
})

/** The message that repeats a response, as artoo does: under ids of its own. Or under the provider's. */
function repeated({ text, toolCalls, opaque }: ModelResponse, ids: readonly string[] = toolCalls.map(({ id }) => id)) {
  const renamed = toolCalls.map((call, index): ToolCall => ({ ...call, id: ids[index] ?? call.id }))
  // What the journal holds comes back as it is parsed from JSON.
  return JSON.parse(JSON.stringify({ role: 'assistant', content: text, toolCalls: renamed, opaque })) as Message
}

const resultOf = (toolCallId: string, content: string): Message => ({ role: 'tool', toolCallId, name: 'glob', content })

const partsOf = ({ prompt }: Asked, role: string): readonly Part[] =>
  prompt.filter((message) => message.role === role).flatMap(({ content }) => content as readonly Part[])

const idsIn = (asked: Asked, role: string) => partsOf(asked, role).flatMap(({ toolCallId }) => toolCallId ?? [])

/** What every `LanguageModel` must do, however its provider is reached. */
export function modelContract({ name, tools: way, play, lacks }: Fixture): void {
  let cases: (readonly [title: string, run: () => Promise<void>])[] = []
  const group = (title: string, declare: () => void) => {
    cases = []
    declare()
    const declared = cases
    if (declared.length === 0) return
    describe(title, () => {
      for (const [name, run] of declared) it(name, run)
    })
  }
  const must = (title: string, run: () => Promise<void>) => void cases.push([title, run])
  /** A case that is left out where it can't apply; `lacks` says why. */
  const applies = (feature: Feature, title: string, run: () => Promise<void>) => {
    if (lacks[feature] === undefined) must(title, run)
  }

  /** The provider calls tools, in its own way. */
  function calls(...toolCalls: readonly Omit<Extract<Content, { type: 'tool-call' }>, 'type'>[]): Answer {
    if (way === 'native') return { content: toolCalls.map((call) => ({ type: 'tool-call', ...call })) }
    const worded = toolCalls.map(({ toolName, input }) => ({ name: toolName, input: JSON.parse(input) as unknown }))
    return says(`I shall look.\n${JSON.stringify({ tool_calls: worded })}`)
  }

  function conversation(turns: readonly Turn[], modelId?: string) {
    const provider = play(turns, modelId)
    const ask = (request: Partial<ModelRequest> = {}, options: Partial<ModelOptions> = {}) =>
      checked(provider.model).generate(
        { messages: [user], ...request },
        { signal: new AbortController().signal, ...options },
      )
    return { ...provider, ask, last: () => provider.asked.at(-1) as Asked }
  }

  group(`${name}: answers`, () => {
    must('come as text', async () => {
      const { ask, asked } = conversation([says('There are 3.')])
      await expect(ask()).resolves.toMatchObject({ text: 'There are 3.', toolCalls: [], finishReason: 'stop' })
      expect(JSON.stringify(asked[0]?.prompt)).toContain('how many files?')
    })

    must('come after a tool was called', async () => {
      const { ask, last } = conversation([calls(glob('t1')), says('There are 3.')])
      const first = await ask({ tools })
      expect(first).toMatchObject({
        toolCalls: [{ name: 'glob', input: { pattern: '*' } }],
        finishReason: 'tool_calls',
      })
      const [call] = first.toolCalls
      const messages = [user, repeated(first), resultOf(call?.id ?? '', 'a.md, b.md and c.md')]
      await expect(ask({ tools, messages })).resolves.toMatchObject({ text: 'There are 3.', toolCalls: [] })
      const told = JSON.stringify(last().prompt)
      expect(told).toContain('a.md, b.md and c.md')
      expect(told.indexOf('glob')).toBeLessThan(told.indexOf('a.md, b.md and c.md'))
    })

    must('come after several tools were called at once', async () => {
      const { ask, last } = conversation([
        calls(glob('t1', { pattern: 'a' }), glob('t2', { pattern: 'b' })),
        says('ok'),
      ])
      const first = await ask({ tools })
      expect(first.toolCalls.map(({ input }) => input)).toEqual([{ pattern: 'a' }, { pattern: 'b' }])
      const ids = first.toolCalls.map(({ id }) => id)
      expect(new Set(ids).size).toBe(2)
      await ask({
        tools,
        messages: [user, repeated(first), ...ids.map((id, index) => resultOf(id, `result ${index}`))],
      })
      const told = JSON.stringify(last().prompt)
      expect(told.indexOf('result 0')).toBeGreaterThan(0)
      expect(told.indexOf('result 1')).toBeGreaterThan(told.indexOf('result 0'))
    })

    must('come as the output that was asked for', async () => {
      const { model, last } = conversation([says('{"population": 134000}')])
      const schema = z.object({ population: z.number() })
      const request = { messages: [user], output: { name: 'city', schema } }
      const reply = await generate(model, request, { signal: new AbortController().signal })
      expect(reply).toMatchObject({ kind: 'value', value: { population: 134_000 } })
      const { prompt, ...settings } = last()
      expect(JSON.stringify([prompt, settings])).toContain('population')
    })

    must('come as the output that was asked for beside tools', async () => {
      const { model } = conversation([calls(glob('t1')), says('Done: {"population": 134000}')])
      const request = {
        messages: [user],
        tools,
        output: { name: 'city', schema: z.object({ population: z.number() }) },
      }
      const { signal } = new AbortController()
      const first = await generate(model, request, { signal })
      if (first.kind !== 'tool_calls') throw new Error('a tool was called')
      const [call] = first.toolCalls
      const messages = [
        user,
        { role: 'assistant', content: first.text, toolCalls: first.toolCalls, opaque: first.opaque },
        resultOf(call?.id ?? '', 'none'),
      ] satisfies readonly Message[]
      const reply = await generate(model, { ...request, messages }, { signal })
      expect(reply).toMatchObject({ kind: 'value', value: { population: 134_000 } })
    })

    must('are no longer than allowed', async () => {
      const { ask, asked } = conversation([says('short'), says('long')])
      await ask({ maxOutputTokens: 77 })
      await ask()
      expect(asked.map(({ maxOutputTokens }) => maxOutputTokens)).toEqual([77, undefined])
    })

    applies('streaming', 'are heard of piece by piece', async () => {
      const content = [
        { type: 'reasoning', text: 'I count.' },
        { type: 'text', text: 'There are 3.' },
      ] as const
      const { ask, model } = conversation([{ content }])
      const pieces: string[] = []
      const said: string[] = []
      const { text } = await ask(
        {},
        { onProgress: (piece) => void pieces.push(piece), onText: (piece) => void said.push(piece) },
      )
      expect(text).toBe('There are 3.')
      expect(pieces.join('')).toBe('I count.There are 3.')
      expect(pieces.filter(Boolean).length).toBeGreaterThan(2)
      expect(said.join('')).toBe(text)
      expect(model.streams).toBe(true)
    })

    applies('answering whole', 'are not expected to come in pieces', async () => {
      const { ask, model } = conversation([says('There are 3.'), says('Still 3.')])
      await ask()
      expect(model.streams ?? false).toBe(false)
      await expect(ask()).resolves.toMatchObject({ text: 'Still 3.' })
    })

    applies('calls in words', 'that were cut off within a call hold no call', async () => {
      const cut = '{"tool_calls": [{"name": "write_file", "input": {"path": "a.md"'
      const { ask } = conversation([says(cut, { finish: { unified: 'length' } })])
      await expect(ask({ tools })).resolves.toMatchObject({ toolCalls: [], finishReason: 'length', text: cut })
    })
  })

  group(`${name}: the provider's account`, () => {
    for (const [unified, finishReason] of [
      ['stop', 'stop'],
      ['length', 'length'],
      ['content-filter', 'content_filter'],
      ['tool-calls', 'tool_calls'],
      ['error', 'error'],
      ['other', 'other'],
      ['something new', 'other'],
    ] as const) {
      applies('finish reasons', `says that it ended with ${unified}`, async () => {
        const { ask } = conversation([says('text', { finish: { unified, raw: 'their word' } })])
        await expect(ask()).resolves.toMatchObject({ finishReason })
      })
    }

    applies('usage', 'says how many tokens were used', async () => {
      const usage = { input: 100, output: 50, cached: 80, reasoning: 20 }
      const { ask } = conversation([says('text', { usage })])
      const response = await ask()
      expect(response.usage).toMatchObject({
        inputTokens: 100,
        outputTokens: 50,
        cachedInputTokens: 80,
        reasoningTokens: 20,
      })
      expect(JSON.stringify(response.usage?.raw)).toContain('100')
    })

    applies('usage', 'may leave out what it does not know', async () => {
      const { ask } = conversation([
        says('text', { usage: { input: -1, output: Number.NaN }, finish: { unified: 'stop' } }),
      ])
      const { usage } = await ask()
      expect(usage).toMatchObject({ cachedInputTokens: undefined })
      const unknown = way === 'native' ? { inputTokens: undefined, outputTokens: undefined } : { estimated: true }
      expect(usage).toMatchObject(unknown)
    })

    applies('response ids', 'names the response', async () => {
      const { ask } = conversation([says('text', { responseId: 'resp_7' }), says('text')])
      await expect(ask()).resolves.toMatchObject({ responseId: 'resp_7' })
      expect((await ask()).responseId).toBeUndefined()
    })
  })

  group(`${name}: what the provider wants back`, () => {
    const signed = { acme: { signature: 'sig-1' } }
    const item = { acme: { itemId: 'msg_1' } }

    applies('memory of its own', 'is its reasoning with the signature, in its place', async () => {
      const { content } = calls(glob('t1'))
      const reasoning = { type: 'reasoning', text: 'I must look.', providerMetadata: signed } as const
      const { ask, last } = conversation([{ content: [reasoning, ...content] }, says('ok')])
      const first = await ask({ tools })
      await ask({ tools, messages: [user, repeated(first, ['call_a_1']), resultOf('call_a_1', 'none')] })
      const [back, ...rest] = partsOf(last(), 'assistant')
      expect(back).toEqual({ type: 'reasoning', text: 'I must look.', providerOptions: signed })
      expect(rest).toHaveLength(1)
    })

    applies('memory of its own', 'is what it attached to its texts, each apart', async () => {
      const content = [
        { type: 'text', text: 'First.', providerMetadata: item },
        { type: 'reasoning', text: 'Hm.', providerMetadata: signed },
        { type: 'text', text: '' },
        { type: 'text', text: ' Second.' },
      ] as const
      const { ask, last } = conversation([{ content }, says('ok')])
      const first = await ask()
      expect(first.text).toBe('First. Second.')
      await ask({ messages: [user, repeated(first), user] })
      // An empty text is refused by providers, and says nothing.
      expect(partsOf(last(), 'assistant')).toMatchObject([
        { type: 'text', text: 'First.', providerOptions: item },
        { type: 'reasoning', text: 'Hm.', providerOptions: signed },
        { type: 'text', text: ' Second.' },
      ])
      expect(JSON.stringify(last().prompt)).not.toContain('providerMetadata')
    })

    applies('call ids', 'is what it attached to its calls', async () => {
      const { ask, last } = conversation([calls({ ...glob('t1'), providerMetadata: signed }), says('ok')])
      const first = await ask({ tools })
      await ask({ tools, messages: [user, repeated(first, ['call_a_1']), resultOf('call_a_1', 'none')] })
      expect(partsOf(last(), 'assistant')).toEqual([
        { type: 'tool-call', toolCallId: 't1', toolName: 'glob', input: { pattern: '*' }, providerOptions: signed },
      ])
      expect(partsOf(last(), 'tool')).toEqual([
        { type: 'tool-result', toolCallId: 't1', toolName: 'glob', output: { type: 'text', value: 'none' } },
      ])
    })

    applies('custom content', 'is content of its own kind', async () => {
      const custom = { type: 'custom', kind: 'acme.trace', providerMetadata: item } as const
      const { ask, last } = conversation([{ content: [custom, { type: 'text', text: 'ok' }] }, says('ok')])
      const first = await ask()
      expect(first.text).toBe('ok')
      await ask({ messages: [user, repeated(first), user] })
      expect(partsOf(last(), 'assistant')[0]).toEqual({ type: 'custom', kind: 'acme.trace', providerOptions: item })
    })

    applies('memory of its own', 'is nothing that another model said', async () => {
      const content = [
        { type: 'reasoning', text: 'Secret.', providerMetadata: signed },
        { type: 'text', text: 'Hi.' },
      ] as const
      const other = conversation([{ content }], 'model-2')
      const said = await other.ask()
      const { ask, last } = conversation([says('ok')])
      await ask({ messages: [user, repeated(said), user] })
      expect(partsOf(last(), 'assistant')).toEqual([{ type: 'text', text: 'Hi.' }])
      expect(JSON.stringify(last().prompt)).not.toContain('sig-1')
    })

    applies('call ids', 'is nothing that it called and ran itself', async () => {
      const own = { ...glob('srv_1'), toolName: 'web_search', providerExecuted: true }
      const { ask, last } = conversation([calls(own, glob('t1')), says('ok')])
      const first = await ask({ tools })
      expect(first.toolCalls.map(({ id }) => id)).toEqual(['t1'])
      await ask({ tools, messages: [user, repeated(first), resultOf('t1', 'none')] })
      expect(idsIn(last(), 'assistant')).toEqual(['t1'])
    })

    for (const [what, input, handedOut] of [
      ['no JSON', '{"pattern": ', '{"pattern": '],
      ['no object', '"*"', '*'],
      ['nothing', '', {}],
    ] as const) {
      applies('call ids', `is an object where its arguments were ${what}`, async () => {
        const { ask, last } = conversation([calls(glob('t1', input)), says('ok')])
        const first = await ask({ tools })
        expect(first.toolCalls).toEqual([{ id: 't1', name: 'glob', input: handedOut }])
        await ask({ tools, messages: [user, repeated(first), resultOf('t1', 'invalid')] })
        expect(partsOf(last(), 'assistant').map((part) => part.input)).toEqual([{}])
      })
    }
  })

  group(`${name}: the ids of calls`, () => {
    // Each row: the ids of the calls in each answer of the provider, and those that it gets back. Null: any other.
    for (const [what, given, wanted] of [
      ['that are fine are its own', [['toolu_01', 'toolu-02'], ['x']], ['toolu_01', 'toolu-02', 'x']],
      ['that others refuse are replaced', [['functions.glob:0'], ['']], [null, null]],
      ['that it gives twice in an answer are told apart', [['0', '0', 'b']], ['0', null, 'b']],
      [
        'that it gives again in the next answer are told apart',
        [
          ['0', '1'],
          ['0', '1'],
        ],
        ['0', '1', null, null],
      ],
      [
        'that look like replacements are no obstacle',
        [['call_1', 'call_1', 'call_2', 'call_3']],
        ['call_1', null, null, null],
      ],
    ] as const) {
      for (const whose of ['artoo', 'the provider'] as const) {
        applies('call ids', `${what}, in a conversation with ids of ${whose}`, async () => {
          const { ask, last } = conversation([...given.map((ids) => calls(...ids.map((id) => glob(id)))), says('ok')])
          const messages = [user]
          for (const [turn, ids] of given.entries()) {
            const response = await ask({ tools, messages })
            const used = ids.map((id, index) => (whose === 'artoo' ? `call_1_${turn}_${index}` : id))
            messages.push(repeated(response, used), ...used.map((id, index) => resultOf(id, `result ${turn} ${index}`)))
          }
          await ask({ tools, messages })
          const sent = idsIn(last(), 'assistant')
          expect(idsIn(last(), 'tool')).toEqual(sent)
          expect(new Set(sent).size).toBe(sent.length)
          for (const id of sent) expect(id).toMatch(/^[a-zA-Z0-9_-]+$/)
          expect(sent).toEqual(wanted.map((id) => id ?? expect.any(String)))
          expect(partsOf(last(), 'tool')).toMatchObject(
            given.flatMap((ids, turn) => ids.map((_, index) => ({ output: { value: `result ${turn} ${index}` } }))),
          )
        })
      }
    }
  })

  group(`${name}: failures`, () => {
    must('of the provider keep what it said', async () => {
      const error = Object.assign(new Error('slow down'), { statusCode: 429, responseHeaders: { 'retry-after': '7' } })
      const { ask } = conversation([{ fails: error }])
      await expect(ask()).rejects.toMatchObject({ code: 'provider_rate_limited', retryAfterMs: 7_000, cause: error })
    })

    must('of the connection are weather', async () => {
      const error = new TypeError('fetch failed', { cause: Object.assign(new Error('no'), { code: 'ECONNREFUSED' }) })
      const { ask } = conversation([{ fails: error }])
      await expect(ask()).rejects.toMatchObject({ code: 'provider_unavailable', cause: error })
    })

    for (const [what, turn] of [
      ['breaks', { breaks: new TypeError('terminated') }],
      ['is reset', { breaks: Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' }) }],
      ['reports that the provider is overloaded', { reports: { type: 'overloaded_error', message: 'Overloaded' } }],
    ] as const) {
      applies('streaming', `of a stream that ${what} are weather`, async () => {
        const cause = 'breaks' in turn ? turn.breaks : turn.reports
        const { ask } = conversation([turn])
        await expect(ask()).rejects.toMatchObject({ name: 'ProviderError', code: 'provider_unavailable', cause })
      })
    }

    applies('streaming', 'that a stream reports are the end of it', async () => {
      const { ask, cancelled } = conversation([{ reports: 'the provider has no more to say' }])
      await expect(ask()).rejects.toMatchObject({ code: 'provider_failed' })
      expect(cancelled()).toBe(true)
    })

    applies('streaming', 'of a stream that ends early are weather', async () => {
      const { ask } = conversation(['ends early'])
      await expect(ask()).rejects.toMatchObject({ name: 'ProviderError', code: 'provider_unavailable' })
    })

    applies('streaming', 'of a stream that ends without a reason and an account are weather', async () => {
      const silent = says('half an ans', { finish: { unified: 'other' }, usage: {} })
      await expect(conversation([silent]).ask()).rejects.toMatchObject({ code: 'provider_unavailable' })
    })

    applies('interruption', 'of a stream that was interrupted are weather', async () => {
      const interrupted = says('half an ans', { finish: { unified: 'interrupted', raw: 'gone' } })
      await expect(conversation([interrupted]).ask()).rejects.toMatchObject({ code: 'provider_unavailable' })
    })
  })

  group(`${name}: an abort`, () => {
    must('ends a call that is under way, at the provider too', async () => {
      const { model, hanging, cancelled } = conversation(['hangs'])
      const controller = new AbortController()
      const request = { messages: [user], output: { name: 'city', schema: z.object({}) } }
      const running = generate(model, request, controller)
      running.catch(() => {})
      await hanging
      expect(cancelled()).toBe(false)
      controller.abort('user left')
      await expect(running).rejects.toMatchObject({ code: 'aborted', cause: 'user left' })
      expect(cancelled()).toBe(true)
    })

    must('is what the call fails with, also without anything around it', async () => {
      const { model, hanging } = conversation(['hangs'])
      const controller = new AbortController()
      const running = model.generate({ messages: [user] }, controller)
      running.catch(() => {})
      await hanging
      controller.abort('user left')
      await expect(running).rejects.toBe('user left')
    })

    must('that came before keeps a call from being made', async () => {
      const { model, asked } = conversation([says('{}')])
      const request = { messages: [user], output: { name: 'city', schema: z.object({}) } }
      const running = generate(model, request, { signal: AbortSignal.abort() })
      await expect(running).rejects.toMatchObject({ code: 'aborted' })
      expect(asked).toHaveLength(0)
    })
  })
}
