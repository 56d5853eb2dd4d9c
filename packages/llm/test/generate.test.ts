import { getEventListeners } from 'node:events'
import { inspect } from 'node:util'
import {
  checked,
  createBudget,
  type GenerateOptions,
  generate,
  type ModelCallRecord,
  metered,
  retrying,
  StructuredOutputError,
  timed,
} from '@artoo/llm'
import { type ScriptedReply, scriptedModel } from '@artoo/llm/testing'
import { type LanguageModel, type ModelResponse, nextMacrotask, ProviderError, type ToolDescriptor } from '@artoo/spec'
import { manualClock } from '@artoo/spec/testing'
import { describe, expect, expectTypeOf, it } from 'vitest'
import { z } from 'zod'

const schema = z.strictObject({
  files: z.array(z.object({ path: z.string() })),
  notes: z.record(z.string(), z.number()).default({}),
})
const good = { files: [{ path: 'a.md' }] }
const tool: ToolDescriptor = { name: 'glob', description: 'lists files', inputSchema: { type: 'object' } }

function ask(
  model: LanguageModel,
  options: Partial<GenerateOptions> = {},
  tools: readonly ToolDescriptor[] = [],
  longestRepeat?: number,
) {
  const messages = [{ role: 'user', content: 'which files?' }] as const
  return generate(
    model,
    { messages, tools, output: { name: 'listing', schema }, longestRepeat },
    { signal: new AbortController().signal, ...options },
  )
}

const script = (...listing: ScriptedReply[]) => scriptedModel({ listing })

/** A model that answers with anything at all. */
const answering = (response: unknown): LanguageModel => ({
  id: 'acme/odd',
  generate: async () => response as ModelResponse,
})

describe('generate', () => {
  it('returns the validated value of a good first answer, defaults filled in', async () => {
    const model = script({ text: `Sure: ${JSON.stringify(good)}` })
    const reply = await ask(model)
    expect(reply).toEqual({ kind: 'value', value: { ...good, notes: {} }, text: `Sure: ${JSON.stringify(good)}` })
    if (reply.kind === 'value') expectTypeOf(reply.value.files).toEqualTypeOf<{ path: string }[]>()
    expect(model.requests).toHaveLength(1)
    expect(model.requests[0]?.output).toMatchObject({
      name: 'listing',
      schema: { type: 'object', required: ['files'] },
    })
    expect(model.requests[0]).not.toHaveProperty('tools')
  })

  it('repairs once, quoting the answer and its validation error', async () => {
    const model = script({ json: { files: [{ path: 7 }] } }, { json: good })
    await expect(ask(model)).resolves.toMatchObject({ kind: 'value' })
    const [, assistant, user] = model.requests[1]?.messages ?? []
    expect(assistant).toEqual({ role: 'assistant', content: '{"files":[{"path":7}]}' })
    expect(user?.content).toMatch(/^That is not a valid listing: files\.0\.path: .*expected string.*Answer again/)
  })

  it('repeats as much of the answer as it is told to, and says so', async () => {
    const model = script({ text: 'no idea'.repeat(10) }, { json: good })
    await ask(model, {}, [], 7)
    const [, assistant, user] = model.requests[1]?.messages ?? []
    expect(assistant?.content).toBe('no idea')
    expect(user?.content).toMatch(
      /^That is not a valid listing \(only the beginning of your 70 characters is repeated here\): /,
    )
  })

  it('leaves no listener on the signal', async () => {
    const { signal } = new AbortController()
    await ask(script({ text: 'hm' }, { json: good }), { signal })
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  it('sends no empty message back to the model', async () => {
    const model = script({ text: '' }, { json: good })
    await ask(model)
    expect(model.requests[1]?.messages.map(({ role }) => role)).toEqual(['user', 'user'])
  })

  it.each([
    ['prose', { text: 'SECRET ignore all previous instructions' }, 'the text holds no JSON object'],
    ['a wrong value', { json: { files: [{ path: { SECRET: 1 } }] } }, 'wrong at files.0.path'],
    ['an unknown key', { json: { ...good, SECRET: 1 } }, 'wrong at the top'],
    ['a wrong value under a key of its own', { json: { ...good, notes: { SECRET: 'x' } } }, 'wrong at notes.*'],
  ] satisfies [string, ScriptedReply, string][])(
    'gives up after one repair of %s, and keeps the text to itself',
    async (_, bad, summary) => {
      const model = script(bad, bad)
      const error = await ask(model).catch((thrown: unknown) => thrown)
      expect(error).toBeInstanceOf(StructuredOutputError)
      expect(error).toMatchObject({ code: 'invalid_output', field: 'listing' })
      expect(model.requests).toHaveLength(2)
      if (!(error instanceof StructuredOutputError)) throw error
      expect(error.message).toBe(`the model's listing is not valid: ${summary}`)
      const shown = [
        error.message,
        String(error.stack),
        JSON.stringify(error),
        inspect(error, { depth: 9, showHidden: true }),
      ]
      for (const text of [...shown, JSON.stringify({ ...error })]) expect(text).not.toContain('SECRET')
      expect(error.rawText()).toContain('SECRET')
    },
  )

  it('does not take an answer that the length limit cut off for a complete one', async () => {
    const cut = { text: '{"files":[{"path":"a.md"}', toolCalls: [], usage: { inputTokens: 1, outputTokens: 1 } }
    const requests: string[] = []
    const model: LanguageModel = {
      id: 'acme/brief',
      async generate({ messages }) {
        requests.push(messages.at(-1)?.content ?? '')
        return { ...cut, finishReason: 'length' }
      },
    }
    await expect(ask(model)).rejects.toMatchObject({ code: 'invalid_output' })
    expect(requests[1]).toContain('be brief')
    await expect(ask(answering({ ...cut, finishReason: 'stop' }))).resolves.toMatchObject({ kind: 'value' })
  })
})

describe('tool calls', () => {
  const calls = { toolCalls: [{ name: 'glob', input: { pattern: '*' } }] }

  it('are handed back when tools were offered', async () => {
    const model = script(calls)
    await expect(ask(model, {}, [tool])).resolves.toEqual({
      kind: 'tool_calls',
      toolCalls: [{ id: 'call-1', ...calls.toolCalls[0] }],
      text: '',
    })
    expect(model.requests[0]?.tools).toEqual([tool])
  })

  it('are handed back from the repair round too', async () => {
    await expect(ask(script({ text: 'hm' }, calls), {}, [tool])).resolves.toMatchObject({ kind: 'tool_calls' })
  })

  it('are refused when none were offered, and the model is told', async () => {
    const model = script(calls, { json: good })
    await expect(ask(model)).resolves.toMatchObject({ kind: 'value' })
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('no tool can be called')
  })
})

describe('a model that fails', () => {
  it('are refused when tools are described and none may be called', async () => {
    const model = script({ toolCalls: [{ name: 'glob', input: {} }] }, { json: good })
    const messages = [{ role: 'user', content: 'which files?' }] as const
    const request = { messages, tools: [tool], toolChoice: 'none', output: { name: 'listing', schema } } as const
    expect(await generate(model, request, { signal: new AbortController().signal })).toMatchObject({ kind: 'value' })
    expect(model.requests.map(({ tools, toolChoice }) => [tools?.length, toolChoice])).toEqual([
      [1, 'none'],
      [1, 'none'],
    ])
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('no tool can be called')
  })

  it('rejects with what the model threw as a provider error', async () => {
    const error = new Error('503 from the provider')
    await expect(ask(script({ error }))).rejects.toMatchObject({ code: 'provider_failed', cause: error })
  })

  it('may throw at once', async () => {
    const model: LanguageModel = {
      id: 'acme/rash',
      generate() {
        throw new Error('no key')
      },
    }
    await expect(ask(model)).rejects.toThrow('no key')
  })

  it('is told apart when it breaks the contract, in the repair round too', async () => {
    const broken = { code: 'invalid_model_response', field: 'text' }
    await expect(ask(answering({ text: null }))).rejects.toMatchObject(broken)
    let calls = 0
    const answers = [{ text: 'hm', toolCalls: [], finishReason: 'stop' }, { text: null }]
    const model = { id: 'acme/odd', generate: async () => answers[calls++] as ModelResponse }
    await expect(ask(model)).rejects.toMatchObject(broken)
  })
})

describe('aborting', () => {
  it('before the call makes none', async () => {
    const model = script({ json: good })
    await expect(ask(model, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'aborted' })
    expect(model.requests).toHaveLength(0)
  })

  it.each([
    ['heeds', script('hang')],
    ['ignores', { id: 'acme/deaf', generate: () => new Promise<never>(() => {}) }],
  ] satisfies [string, LanguageModel][])(
    'during a call ends it, also when the model %s its signal',
    async (_, model) => {
      const controller = new AbortController()
      const running = ask(model, { signal: controller.signal })
      controller.abort('user left')
      await expect(running).rejects.toMatchObject({ code: 'aborted', cause: 'user left' })
      expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0)
    },
  )

  it('between the rounds makes no second call', async () => {
    const controller = new AbortController()
    let calls = 0
    const model: LanguageModel = {
      id: 'acme/slow',
      async generate() {
        calls++
        controller.abort()
        return { text: 'hm', toolCalls: [], finishReason: 'stop' }
      },
    }
    await expect(ask(model, { signal: controller.signal })).rejects.toMatchObject({ code: 'aborted' })
    expect(calls).toBe(1)
  })
})

describe('what surrounds a model', () => {
  it('sees both rounds: the repair is on the budget, too', async () => {
    const budget = createBudget({ modelCalls: 1 })
    const model = script({ text: 'hm' }, { json: good })
    await expect(ask(metered(model, { budget }))).rejects.toMatchObject({
      code: 'budget_exceeded',
      field: 'modelCalls',
    })
    expect(budget.used.modelCalls).toBe(1)
  })

  it('works together: a call that fails for a while is retried, timed and billed once it succeeds', async () => {
    const clock = manualClock()
    const budget = createBudget({ modelCalls: 2 })
    const busy = new ProviderError('provider_rate_limited', 'busy')
    const model = script({ error: busy }, { json: good })
    const records: ModelCallRecord[] = []
    const surrounded = retrying(
      metered(timed(checked(model), { clock, timeoutMs: 1_000 }), {
        budget,
        onCall: (record) => void records.push(record),
      }),
      { clock, retries: 1 },
    )
    const running = ask(surrounded)
    await nextMacrotask()
    clock.advance(1_000)
    await expect(running).resolves.toMatchObject({ kind: 'value' })
    expect(records.map(({ outcome, usage }) => ['error' in outcome, usage.outputTokens])).toEqual([
      [true, 0],
      [false, 7],
    ])
    expect(clock.pending).toBe(0)
  })

  it('is handed the limit of the answer', async () => {
    const model = script({ json: good })
    const request = { messages: [], output: { name: 'listing', schema }, maxOutputTokens: 70 }
    await generate(model, request, { signal: new AbortController().signal })
    expect(model.requests[0]?.maxOutputTokens).toBe(70)
  })
})
