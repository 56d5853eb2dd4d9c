import { scriptedModel } from '@artoo/llm/testing'
import { memoryJournal } from '@artoo/runtime'
import type { ModelMessage, UIMessage } from 'ai'
import { describe, expect, test } from 'vitest'
import { createArtoo } from '../src/index.js'

function direct() {
  const model = scriptedModel({ text: [{ text: '39 °F.' }] })
  return { model, artoo: createArtoo({ model, depth: 'direct', dreamer: false, journal: memoryJournal() }) }
}

const user = (content: string) => ({ role: 'user', content }) as const
const assistant = (content: string) => ({ role: 'assistant', content }) as const

describe('a chat whose last message is the task', () => {
  test('is told to the model as it was said', async () => {
    const { artoo, model } = direct()
    const messages = [user('How cold is it in Oslo?'), assistant('It is 4 °C.'), user('And in Fahrenheit?')]
    expect(await artoo.run({ messages })).toMatchObject({ status: 'complete', output: '39 °F.' })
    expect(model.requests[0]?.messages.slice(1)).toEqual(messages)
    await artoo.close()
  })

  test('may come from useChat: text is taken, reasoning left out, calls are told', async () => {
    const { artoo, model } = direct()
    const messages: UIMessage[] = [
      { id: '1', role: 'user', parts: [{ type: 'text', text: 'How cold is it in Oslo?' }] },
      {
        id: '2',
        role: 'assistant',
        parts: [
          { type: 'step-start' },
          { type: 'reasoning', text: 'Oslo, so look it up' },
          { type: 'tool-weather', toolCallId: 'a', state: 'output-available', input: { city: 'Oslo' }, output: '4 °C' },
          { type: 'text', text: 'It is 4 °C.' },
        ],
      },
      { id: '3', role: 'user', parts: [{ type: 'text', text: 'And in Fahrenheit?' }] },
    ]
    await artoo.run({ messages })
    const [, , answer] = model.requests[0]?.messages ?? []
    expect(answer?.content).toBe('[Call: {"tool":"weather","input":{"city":"Oslo"},"output":"4 °C"}]\n\nIt is 4 °C.')
    await artoo.close()
  })

  test('may be messages of the AI SDK for models', async () => {
    const { artoo, model } = direct()
    const messages: ModelMessage[] = [
      { role: 'assistant', content: 'What do you want to know?' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'How cold is it' },
          { type: 'text', text: 'in Oslo?' },
        ],
      },
    ]
    await artoo.run({ messages })
    expect(model.requests[0]?.messages.at(-1)?.content).toBe('How cold is it\n\nin Oslo?')
    await artoo.close()
  })

  test('reaches the planner and the judge of other depths', async () => {
    const plan = { criteria: [{ text: 'it tells Fahrenheit', mode: 'plausible' }], subtasks: [], answer: '39 °F.' }
    const model = scriptedModel({ plan: { json: plan } })
    const artoo = createArtoo({ model, dreamer: false })
    await artoo.run({
      messages: [user('How cold is it in Oslo?'), assistant('It is 4 °C.'), user('And in Fahrenheit?')],
    })
    expect(JSON.parse(model.requests[0]?.messages[1]?.content ?? '')).toMatchObject({
      rawInput: 'And in Fahrenheit?',
      earlier: [{ asked: 'How cold is it in Oslo?', answer: 'It is 4 °C.' }],
    })
    await artoo.close()
  })

  test.each([
    ['an empty list', [], 'messages'],
    ['what is none', [null], 'messages[0]'],
    ['an answer at the end', [user('Hello'), assistant('Hello.')], 'messages[1]'],
    ['a system prompt', [{ role: 'system', content: 'Be brief.' }, user('Hello')], 'messages[0].role'],
    ['a result of a tool', [user('Hello'), { role: 'tool', content: [] }, user('?')], 'messages[1].role'],
    [
      'an image',
      [{ role: 'user', parts: [{ type: 'file', mediaType: 'image/png', url: 'data:' }] }],
      'messages[0].parts[0].type',
    ],
    ['a message without content', [{ role: 'user' }], 'messages[0].content'],
    ['blank words', [user('Hello'), assistant('Hello.'), user(' ')], 'text'],
  ])('is refused with %s', (_, messages, field) => {
    const { artoo } = direct()
    expect(() => artoo.run({ messages: messages as never })).toThrow(
      expect.objectContaining({ code: 'invalid_input', field }),
    )
  })

  test('is not for a session, which knows its turns itself', async () => {
    const { artoo } = direct()
    expect(() => artoo.session({ id: 'ann' }).run({ messages: [user('Hello')] } as never)).toThrow(
      expect.objectContaining({ code: 'invalid_input', field: 'messages' }),
    )
    await artoo.close()
  })
})
