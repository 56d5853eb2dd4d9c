import type { Json, Message } from '@artoo/spec'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { worked } from '../../../test/worked.js'
import { fitConversation } from '../src/effects/model/fit-conversation.js'

fc.configureGlobal({ seed: 20260221 })

const user = (content: string): Message => ({ role: 'user', content })
const result = (turn: number, place: number, content: string): Message => ({
  role: 'tool',
  toolCallId: `call_${turn}_${place}`,
  name: 'read_file',
  content,
})
const asking = (turn: number, inputs: readonly unknown[], content = '', opaque?: Json): Message => ({
  role: 'assistant',
  content,
  toolCalls: inputs.map((input, place) => ({ id: `call_${turn}_${place}`, name: 'read_file', input })),
  ...(opaque !== undefined && { opaque }),
})

const text = fc.oneof(
  { weight: 3, arbitrary: fc.string({ maxLength: 40 }) },
  { weight: 1, arbitrary: fc.integer({ min: 200, max: 9_000 }).map((length) => 'é'.repeat(length)) },
)

/** One turn of a tool loop: the model's words and calls, the results, and what else it is told. */
const turns = fc.array(
  fc.record({
    content: text,
    opaque: fc.option(text, { nil: undefined }),
    calls: fc.array(fc.record({ input: text, result: text }), { maxLength: 4 }),
    correction: fc.option(text, { nil: null }),
  }),
  { maxLength: 12 },
)

const conversations = fc.tuple(text, turns).map(([briefing, given]) => [
  user(briefing),
  ...given.flatMap(({ content, opaque, calls, correction }, turn) => [
    asking(
      turn,
      calls.map(({ input }) => ({ path: 'a', text: input })),
      content,
      opaque,
    ),
    ...calls.map((call, place) => result(turn, place, call.result)),
    ...(correction === null ? [] : [user(correction)]),
  ]),
])

const sizeOf = (messages: readonly Message[]) =>
  messages.reduce((size, message) => {
    const more = message.role === 'assistant' ? JSON.stringify([message.toolCalls ?? [], message.opaque ?? '']) : ''
    return size + message.content.length + more.length
  }, 0)

const lastWord = (messages: readonly Message[]) => messages.findLastIndex(({ role }) => role === 'assistant')

function fitOrError(messages: readonly Message[], room: number) {
  try {
    return fitConversation(messages, room)
  } catch (error) {
    return error as { readonly code: string }
  }
}

describe('a conversation in its room', () => {
  it('is what it was while there is room', () => {
    const messages = [user('hello'), asking(1, [{}]), result(1, 0, 'there')]
    expect(fitConversation(messages, sizeOf(messages))).toEqual({ messages, cut: null })
  })

  it('stands in it, whatever was said, with its briefing, its last turn and all pairs of calls and results', () => {
    fc.assert(
      fc.property(conversations, fc.integer({ min: 500, max: 60_000 }), (messages, room) => {
        const fitted = fitOrError(messages, room)
        if ('code' in fitted) {
          expect(fitted.code).toBe('conversation_too_long')
          return
        }
        const { messages: shown, cut } = fitted
        expect(sizeOf(shown)).toBeLessThanOrEqual(room)
        expect(cut === null).toBe(sizeOf(messages) <= room)
        if (cut) {
          expect(cut).toEqual({
            characters: sizeOf(messages),
            left: sizeOf(shown),
            shortened: shown.filter((message, at) => message !== messages[at]).length,
          })
        }
        const frame = (message: Message) => ({
          ...message,
          content: '',
          opaque: null,
          ...('toolCalls' in message && { toolCalls: message.toolCalls?.map(({ id, name }) => ({ id, name })) }),
        })
        expect(shown.map(frame)).toEqual(messages.map(frame))
        expect(shown[0]).toBe(messages[0])
        const newest = lastWord(messages)
        if (newest >= 0) expect(shown.slice(newest)).toEqual(messages.slice(newest))
      }),
      { numRuns: 300 },
    )
  })

  it('is cut alike each time, and not again', () => {
    fc.assert(
      fc.property(conversations, fc.integer({ min: 500, max: 60_000 }), (messages, room) => {
        const once = fitOrError(messages, room)
        expect(fitOrError(structuredClone(messages), room)).toEqual(once)
        if ('messages' in once) expect(fitOrError(once.messages, room)).toEqual({ messages: once.messages, cut: null })
      }),
      { numRuns: 100 },
    )
  })

  it('loses the oldest results first, far enough that the next turns have room', () => {
    const page = 'x'.repeat(1_000)
    const loop = Array.from({ length: 10 }, (_, turn) => [asking(turn, [{ page: turn }]), result(turn, 0, page)]).flat()
    const { messages, cut } = fitConversation([user('read'), ...loop], 10_000)
    const contents = messages.flatMap((message) => (message.role === 'tool' ? [message.content] : []))
    const note = "(1000 characters of read_file's result, left out to save room; call it again if needed)"
    const kept = contents.filter((content) => content === page).length
    expect(contents).toEqual([...Array(10 - kept).fill(note), ...Array(kept).fill(page)])
    expect(cut?.left).toBeLessThanOrEqual(6_000)
    expect(cut?.left).toBeGreaterThan(5_000)
  })

  const recall = { tool: 'read_record', besides: ['search_records'] }

  it('names in each note how the result can be read again, but for what was such a reading itself', () => {
    const named = (name: string, turn: number) => ({ ...result(turn, 0, 'x'.repeat(9_000)), name }) as Message
    const names = ['read_file', 'read_record', 'search_records']
    const loop = names.flatMap((name, turn) => [asking(turn, [{}]), named(name, turn)])
    const { messages } = fitConversation([user('go'), ...loop, asking(9, [])], 10_000, { recall })
    expect(messages.flatMap(({ role, content }) => (role === 'tool' ? [content] : []))).toEqual([
      "(9000 characters of read_file's result, left out to save room; read_record shows it again as call_0_0)",
      "(9000 characters of read_record's result, left out to save room; call it again if needed)",
      "(9000 characters of search_records's result, left out to save room; call it again if needed)",
    ])
  })

  it('is cut to less than its room when that is asked for, as far as results go', () => {
    const words = 'w'.repeat(3_000)
    const loop = [1, 2, 3].flatMap((turn) => [asking(turn, [{}], words), result(turn, 0, 'x'.repeat(5_000))])
    const messages = [user('go'), ...loop, asking(9, []), user('on')]
    const { messages: shown, cut } = fitConversation(messages, 100_000, { recall, aim: 10_000 })
    expect(shown.map((message, at) => message === messages[at])).toEqual(messages.map(({ role }) => role !== 'tool'))
    expect(cut?.left).toBeLessThan(10_000)
    expect(fitConversation(messages, 100_000, { aim: 50_000 }).cut).toBeNull()
  })

  it('loses no words of the model, nor what it was told, while results are enough', () => {
    const words = 'w'.repeat(3_000)
    const messages = [
      user('go'),
      asking(1, [{ text: words }], words, words),
      result(1, 0, 'x'.repeat(9_000)),
      user(words),
      asking(2, []),
    ]
    const { messages: shown } = fitConversation(messages, 15_000)
    expect(shown.map((message, at) => message === messages[at])).toEqual([true, true, false, true, true])
  })

  it('loses long words and arguments next, and at last what a provider wants back', () => {
    const long = 'w'.repeat(30_000)
    const messages = [
      user('go'),
      asking(1, [{ text: long }], long, { reasoning: 'r'.repeat(1_000) }),
      user(long),
      asking(2, []),
    ]
    const [, said, told] = fitConversation(messages, 20_000).messages
    expect(told?.content).toMatch(/^w+\n\[… \d+ bytes left out …\]\nw+$/)
    expect(said).toMatchObject({
      content: told?.content,
      toolCalls: [{ id: 'call_1_0', input: { text: told?.content } }],
    })
    expect(said).toHaveProperty('opaque.reasoning')
    const [, bare] = fitConversation(messages, 7_000).messages
    expect(bare).not.toHaveProperty('opaque')
  })

  it.each([
    [
      'the first request alone',
      [user('x'.repeat(101))],
      /^the first request has 101 characters, limits\.conversationCharacters is 100: /,
    ],
    [
      'the last turn',
      [user('go'), { role: 'assistant' as const, content: 'x'.repeat(200) }, user('on')],
      /^the conversation, shortened as far as it can be, has/,
    ],
  ])('is refused for %s', (_, messages, message) => {
    expect(() => fitConversation(messages, 100)).toThrow(
      expect.objectContaining({ code: 'conversation_too_long', message: expect.stringMatching(message) }),
    )
  })

  it('is cut in time linear in its length', () => {
    const page = 'x'.repeat(4_096)
    const loop = (turns: number) =>
      Array.from({ length: turns }, (_, turn) => [asking(turn, [{ page: turn }]), result(turn, 0, page)]).flat()
    const [few, many] = [loop(500), loop(8_000)].map((messages) => {
      const started = worked()
      fitConversation([user('read'), ...messages], 1_400_000)
      return Math.max(5, worked() - started)
    })
    expect((many ?? 0) / (few ?? 1)).toBeLessThan(64)
  })
})
