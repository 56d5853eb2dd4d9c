import { inspect } from 'node:util'
import { createBudget, type GenerateOptions, generate, StructuredOutputError } from '@artoo/llm'
import { type ScriptedReply, scriptedModel } from '@artoo/llm/testing'
import { ArtooError, type LanguageModel, type ModelResponse, type ToolDescriptor } from '@artoo/spec'
import { describe, expect, expectTypeOf, it, vi } from 'vitest'
import { z } from 'zod'

const schema = z.strictObject({
  files: z.array(z.object({ path: z.string() })),
  notes: z.record(z.string(), z.number()).default({}),
})
const good = { files: [{ path: 'a.md' }] }
const tool: ToolDescriptor = { name: 'glob', description: 'lists files', inputSchema: { type: 'object' } }

function ask(model: LanguageModel, options: Partial<GenerateOptions> = {}, tools: readonly ToolDescriptor[] = []) {
  const messages = [{ role: 'user', content: 'which files?' }] as const
  return generate(
    model,
    { messages, tools, output: { name: 'listing', schema } },
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
    expect(model.requests[1]?.messages.at(-1)?.content).toContain('there are no tools to call')
  })
})

describe('a model that fails', () => {
  it('rejects with what the model threw, after one record of the call', async () => {
    const error = new Error('503 from the provider')
    const onCall = vi.fn()
    await expect(ask(script({ error }), { onCall })).rejects.toBe(error)
    expect(onCall.mock.calls.map(([record]) => record.outcome)).toEqual([{ error: '503 from the provider' }])
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

  const whole = { text: '{}', toolCalls: [], usage: { inputTokens: 1, outputTokens: 1 }, finishReason: 'stop' }
  it.each([
    ['nothing', undefined, 'response'],
    ['a bare text', 'hello', 'response'],
    ['no text', { ...whole, text: null }, 'text'],
    ['no list of calls', { ...whole, toolCalls: undefined }, 'toolCalls'],
    ['a call without a name', { ...whole, toolCalls: [{ id: '1', input: {} }] }, 'toolCalls.0.name'],
    [
      'usage that is not a number',
      { ...whole, usage: { inputTokens: Number.NaN, outputTokens: 1 } },
      'usage.inputTokens',
    ],
    ['an unknown finish reason', { ...whole, finishReason: 'done' }, 'finishReason'],
  ])('is told apart when it answers %s', async (_, response, field) => {
    const onCall = vi.fn()
    await expect(ask(answering(response), { onCall })).rejects.toMatchObject({ code: 'invalid_model_response', field })
    expect(onCall).toHaveBeenCalledTimes(1)
  })
})

describe('aborting', () => {
  it('before the call makes none', async () => {
    const model = script({ json: good })
    const onRequest = vi.fn()
    await expect(ask(model, { signal: AbortSignal.abort(), onRequest })).rejects.toMatchObject({ code: 'aborted' })
    expect([model.requests.length, onRequest.mock.calls.length]).toEqual([0, 0])
  })

  it.each([
    ['heeds', script('hang')],
    ['ignores', { id: 'acme/deaf', generate: () => new Promise<never>(() => {}) }],
  ] satisfies [string, LanguageModel][])(
    'during a call ends it, also when the model %s its signal',
    async (_, model) => {
      const controller = new AbortController()
      const onCall = vi.fn()
      const running = ask(model, { signal: controller.signal, onCall })
      controller.abort('user left')
      await expect(running).rejects.toMatchObject({ code: 'aborted', cause: 'user left' })
      expect(onCall).toHaveBeenCalledTimes(1)
    },
  )

  it('between the rounds makes no second call', async () => {
    const controller = new AbortController()
    const model = script({ text: 'hm' }, { json: good })
    const running = ask(model, { signal: controller.signal, onCall: () => controller.abort() })
    await expect(running).rejects.toMatchObject({ code: 'aborted' })
    expect(model.requests).toHaveLength(1)
  })
})

describe('the hooks', () => {
  it('see every request and every outcome, in order', async () => {
    const events: string[] = []
    await ask(script({ text: 'hm' }, { json: good }), {
      onRequest: ({ messages }) => void events.push(`ask ${messages.length}`),
      onCall: ({ outcome }) => void events.push('text' in outcome ? outcome.text : outcome.error),
    })
    expect(events).toEqual(['ask 1', 'hm', 'ask 3', JSON.stringify(good)])
  })

  it('can refuse a call: it is neither made nor recorded', async () => {
    const model = script({ json: good })
    const onCall = vi.fn()
    const refuse = () => {
      throw new ArtooError('budget_exceeded', 'enough')
    }
    await expect(ask(model, { onRequest: refuse, onCall })).rejects.toMatchObject({ code: 'budget_exceeded' })
    expect([model.requests.length, onCall.mock.calls.length]).toEqual([0, 0])
  })

  it('record a call once, even when recording throws', async () => {
    const onCall = vi.fn(() => {
      throw new Error('log is full')
    })
    await expect(ask(script({ json: good }), { onCall })).rejects.toThrow('log is full')
    expect(onCall).toHaveBeenCalledTimes(1)
  })

  it('keep a budget: the repair round counts', async () => {
    const budget = createBudget({ modelCalls: 1 })
    const model = script({ text: 'hm' }, { json: good })
    await expect(ask(model, { onRequest: budget.admit })).rejects.toMatchObject({ field: 'modelCalls' })
    expect(budget.used.modelCalls).toBe(1)
  })
})
