import type { Message, ToolCall } from '@artoo/spec'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Part } from '../src/ai-sdk/ai-sdk-model.js'
import { promptOf } from '../src/ai-sdk/prompt.js'
import { rememberContent } from '../src/ai-sdk/remembered-content.js'

fc.configureGlobal({ seed: 20260221 })

const anyId = fc.oneof(fc.constantFrom('0', '1', 'call_1', 'call_2', 'a:b', '', 'ü'), fc.string({ maxLength: 3 }))

/** An answer with calls: the ids that the provider gave, and those that the conversation has for them. */
const answer = fc.array(fc.record({ own: anyId, ours: anyId }), { minLength: 1, maxLength: 4 })

function messagesOf(answers: readonly (readonly { readonly own: string; readonly ours: string }[])[]): Message[] {
  return answers.flatMap((calls, turn): Message[] => {
    const toolCalls = calls.map(({ ours }, index): ToolCall => ({ id: ours, name: 'glob', input: { turn, index } }))
    const content = calls.map(({ own }) => ({ type: 'tool-call', toolCallId: own, toolName: 'glob', input: '{}' }))
    const results = calls.map(({ ours }, index): Message => {
      return { role: 'tool', toolCallId: ours, name: 'glob', content: `${turn} ${index}` }
    })
    return [{ role: 'assistant', content: '', toolCalls, opaque: rememberContent(content, 'acme/m') }, ...results]
  })
}

describe('the ids of a prompt', () => {
  it('are valid and distinct, and each result has that of its call, whatever ids there were', () => {
    fc.assert(
      fc.property(
        fc.array(answer, { minLength: 1, maxLength: 5 }),
        fc.constantFrom('acme/m', 'acme/other'),
        (answers, id) => {
          const parts = promptOf(messagesOf(answers), id).flatMap(({ content }) =>
            typeof content === 'string' ? [] : content,
          )
          const calls = parts.filter(({ type }) => type === 'tool-call')
          const results = parts.filter(({ type }) => type === 'tool-result')
          const ids = calls.map(({ toolCallId }) => String(toolCallId))
          expect(new Set(ids).size).toBe(answers.flat().length)
          for (const one of ids) expect(one).toMatch(/^[a-zA-Z0-9_-]+$/)
          const byId = new Map(calls.map(({ toolCallId, input }) => [toolCallId, input]))
          const answered = results.map(({ toolCallId, output }) => [byId.get(toolCallId), output])
          expect(answered).toHaveLength(ids.length)
          for (const [input, output] of answered) {
            const { turn, index } = input as { readonly turn: number; readonly index: number }
            expect(output).toEqual({ type: 'text', value: `${turn} ${index}` })
          }
        },
      ),
    )
  })

  it('do not change when the conversation goes on, so that the provider finds it in its cache', () => {
    fc.assert(
      fc.property(fc.array(answer, { minLength: 2, maxLength: 5 }), (answers) => {
        const whole = promptOf(messagesOf(answers), 'acme/m')
        const start = promptOf(messagesOf(answers.slice(0, -1)), 'acme/m')
        expect(whole.slice(0, start.length)).toEqual(start)
      }),
    )
  })

  it('belong to the calls of the last answer, also when those before were never answered', () => {
    const call = { id: 'a', name: 'glob', input: {} }
    const prompt = promptOf(
      [
        { role: 'assistant', content: '', toolCalls: [call] },
        { role: 'assistant', content: '', toolCalls: [call] },
        { role: 'tool', toolCallId: 'a', name: 'glob', content: 'x' },
      ],
      'acme/m',
    )
    const [first, second, result] = prompt.map(({ content }) => (content[0] as Part).toolCallId)
    expect(first).not.toBe(second)
    expect(result).toBe(second)
  })

  it('are left as they are in a result without a call', () => {
    const [message] = promptOf([{ role: 'tool', toolCallId: 'gone', name: 'glob', content: 'x' }], 'acme/m')
    expect(message?.content).toMatchObject([{ toolCallId: 'gone' }])
  })
})

describe('words of the user right after the results of tools', () => {
  const messages: readonly Message[] = [
    { role: 'user', content: 'Look.' },
    { role: 'assistant', content: '', toolCalls: [{ id: 'call_1', name: 'look', input: {} }] },
    { role: 'tool', toolCallId: 'call_1', name: 'look', content: 'a train at 9' },
    { role: 'user', content: 'To Milan, please.' },
  ]
  const rolesOf = (id: string) => promptOf(messages, id).map(({ role }) => role)

  it('stand in a message of their own', () => {
    expect(rolesOf('openai/gpt-5')).toEqual(['user', 'assistant', 'tool', 'user'])
  })

  it.each(['mistral/mistral-large-latest', 'local/Devstral-Small', 'bedrock/mistral.mixtral-8x7b'])(
    'stand at the end of the last result for %s, which refuses them otherwise',
    (id) => {
      expect(rolesOf(id)).toEqual(['user', 'assistant', 'tool'])
      expect(promptOf(messages, id).at(-1)?.content).toMatchObject([
        { output: { type: 'text', value: 'a train at 9\n\n[The user:]\nTo Milan, please.' } },
      ])
    },
  )
})
