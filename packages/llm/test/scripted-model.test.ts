import { scriptedModel } from '@artoo/llm/testing'
import type { ModelRequest } from '@artoo/spec'
import { describe, expect, it } from 'vitest'

const request = (name?: string): ModelRequest => ({
  messages: [{ role: 'user', content: 'hi' }],
  ...(name !== undefined && { output: { name, schema: {} } }),
})
const options = () => ({ signal: new AbortController().signal })

describe('scriptedModel', () => {
  it('plays the turns of each output on their own', async () => {
    const model = scriptedModel({ plan: [{ text: 'first' }, { text: 'second' }], verdicts: { json: [1] } })
    const texts = []
    for (const name of ['plan', 'verdicts', 'plan']) texts.push((await model.generate(request(name), options())).text)
    expect(texts).toEqual(['first', '[1]', 'second'])
    expect(model.requests.map(({ output }) => output?.name)).toEqual(['plan', 'verdicts', 'plan'])
  })

  it('answers a request without an output under the name text', async () => {
    const model = scriptedModel({ text: { text: 'hello' } })
    await expect(model.generate(request(), options())).resolves.toMatchObject({ text: 'hello', finishReason: 'stop' })
  })

  it('says what is missing when the script has run out, and repeats the last turn only when told to', async () => {
    const script = { plan: { text: 'only' } }
    const model = scriptedModel(script)
    await model.generate(request('plan'), options())
    const again = model.generate(request('plan'), options())
    await expect(again).rejects.toMatchObject({
      code: 'script_exhausted',
      field: 'plan',
      message: expect.stringContaining('turn 2 for plan'),
    })
    const patient = scriptedModel(script, { repeatLast: true })
    await patient.generate(request('plan'), options())
    await expect(patient.generate(request('plan'), options())).resolves.toMatchObject({ text: 'only' })
  })

  it('computes a turn from the request', async () => {
    const model = scriptedModel({ text: ({ messages }) => ({ text: `heard ${messages[0]?.content}` }) })
    await expect(model.generate(request(), options())).resolves.toMatchObject({ text: 'heard hi' })
  })

  it('numbers its tool calls and estimates its usage', async () => {
    const call = { name: 'glob', input: {} }
    const model = scriptedModel({ text: [{ toolCalls: [call, call] }, { text: '12345' }] })
    await expect(model.generate(request(), options())).resolves.toMatchObject({
      toolCalls: [
        { id: 'call-1', ...call },
        { id: 'call-2', ...call },
      ],
      finishReason: 'tool_calls',
    })
    const inputTokens = Math.ceil(JSON.stringify(request().messages).length / 4)
    await expect(model.generate(request(), options())).resolves.toMatchObject({
      usage: { inputTokens, outputTokens: 2 },
    })
  })

  it('throws what it is told to', async () => {
    const error = new Error('503')
    await expect(scriptedModel({ text: { error } }).generate(request(), options())).rejects.toBe(error)
  })

  it('hangs until it is aborted, also when that was before', async () => {
    const model = scriptedModel({ text: 'hang' }, { repeatLast: true })
    const controller = new AbortController()
    const hanging = model.generate(request(), controller)
    controller.abort(new Error('stop'))
    await expect(hanging).rejects.toThrow('stop')
    await expect(model.generate(request(), { signal: controller.signal })).rejects.toThrow('stop')
  })
})
