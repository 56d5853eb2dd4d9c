import { manualClock } from '@artoo/spec/testing'
import { type Confirm, defineTool, readConfirmAnswer, runToolCall } from '@artoo/tools'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { onBehalf } from './workspace.js'

/** A tool that posts; what it may replace is told by name. */
function board(texts: Readonly<Record<string, string>> = {}) {
  const posted: string[] = []
  const tool = defineTool({
    name: 'post',
    description: 'posts',
    input: z.object({ text: z.string() }),
    target: ({ text }) => text,
    effect: ({ text }) => {
      if (text === 'harmless') return { kind: 'repeatable' }
      const old = texts[text]
      const change = old === undefined ? undefined : { bytesBefore: old.length, bytesAfter: 1, diff: `-${old}` }
      return { kind: 'irreversible', action: `post ${text}`, reason: 'everybody reads it', change }
    },
    execute({ text }, { confirmed }) {
      posted.push(text)
      return `posted ${text}${confirmed ? '' : ' unasked'}`
    },
  })
  const asked: unknown[] = []
  const call = (confirm: (times: number) => unknown, parts: object = {}) =>
    runToolCall(
      tool,
      { text: 'hello' },
      {
        ...{ ...onBehalf, signal: new AbortController().signal, timeoutMs: 1_000, clock: manualClock() },
        confirm: (({ input }) => confirm(asked.push(input))) as Confirm,
        ...parts,
      },
    )
  return { posted, asked, call }
}

describe('an answer', () => {
  test.each<[unknown, object]>([
    [true, { allowed: true, done: false }],
    [false, { allowed: false, done: false }],
    [{ allow: 'once' }, { allowed: true, by: null, note: null }],
    [{ allow: 'task' }, { allowed: true, done: false }],
    [
      { allow: 'always', by: 'Ann' },
      { allowed: true, by: 'Ann' },
    ],
    [
      { allow: 'once', by: 'Ann', note: 'go', input: { text: 'x' } },
      { allowed: true, by: 'Ann', note: 'go', input: { text: 'x' } },
    ],
    [
      { allow: false, by: undefined, done: undefined },
      { allowed: false, done: false },
    ],
    [
      { allow: false, done: true, note: 'I sent it by hand', by: 'Ann' },
      { allowed: false, done: true, note: 'I sent it by hand' },
    ],
  ])('%j is read', (answer, read) => {
    expect(readConfirmAnswer(answer)).toMatchObject(read)
  })

  test.each<[unknown, string]>([
    [undefined, 'it is undefined'],
    ['yes', 'it is "yes"'],
    [1, 'it is a number'],
    [[true], 'not an array'],
    [{}, 'allow is undefined'],
    [{ allow: true }, 'allow is true'],
    [{ allow: true, by: 'Ann' }, 'allow is true'],
    [{ allow: 'yes' }, 'allow is "yes"'],
    [{ allow: false, done: 'I sent it by hand' }, 'done is not true'],
    [{ allow: 'once', done: true }, 'done goes with allow: false'],
    [{ allow: false, input: {} }, "input goes with allow: 'once'"],
    [{ allow: 'once', input: () => 1 }, 'input is no plain data'],
    [{ allow: 'once', by: 7 }, 'by is no text'],
    [{ allow: false, note: 7 }, 'note is no text'],
    [{ allow: 'once', always: true }, 'no option always'],
  ])('%o is none', async (answer, why) => {
    expect(() => readConfirmAnswer(answer)).toThrow(expect.objectContaining({ code: 'invalid_answer' }))
    const { posted, asked, call } = board()
    const outcome = await call(() => answer)
    expect(outcome).toMatchObject({ status: 'refused', code: 'invalid_answer', confirmed: false })
    expect(outcome.output).toMatch(/^\[LAW1\] refused: post would post hello \(everybody reads it\)\. /)
    expect(outcome.output).toContain(why)
    expect([posted, asked.length]).toEqual([[], 1])
  })

  test('that throws when it is read is none', async () => {
    const { posted, call } = board()
    const broken = Object.defineProperty({}, 'allow', {
      enumerable: true,
      get() {
        throw new Error('broken')
      },
    })
    expect(await call(() => broken)).toMatchObject({ status: 'refused', code: 'invalid_answer' })
    expect(posted).toEqual([])
  })

  test('that is not one of the shapes never makes a call', async () => {
    const isYes = (answer: unknown) => answer === true || (answer as { allow?: unknown } | null)?.allow === 'once'
    await fc.assert(
      fc.asyncProperty(fc.anything({ withObjectString: true, withNullPrototype: true }), async (answer) => {
        fc.pre(!isYes(answer))
        const { posted, call } = board()
        await call(() => answer)
        expect(posted).toEqual([])
      }),
    )
  })
})

describe('a no', () => {
  test('with done is the result of a call that is not made', async () => {
    const { posted, call } = board()
    expect(await call(() => ({ allow: false, done: true, note: 'I sent it by hand' }))).toEqual({
      ...{ status: 'ok', code: null, confirmed: false, byHand: true, change: null, fullOutput: null },
      ...{ target: 'hello', effect: 'irreversible' },
      output: 'carried out by hand, by a person: I sent it by hand',
    })
    expect((await call(() => ({ allow: false, done: true }))).output).toBe('carried out by hand, by a person')
    expect(posted).toEqual([])
  })

  test('says why, for the model', async () => {
    const { call } = board()
    expect(await call(() => ({ allow: false, note: 'say it kindly' }))).toMatchObject({
      code: 'law1_refused',
      output: expect.stringMatching(/asked about and not allowed: say it kindly\.$/),
    })
  })
})

describe('another input', () => {
  const once = (text: unknown) => ({ allow: 'once', input: { text } })

  test('is what is executed and recorded, and what the model is told', async () => {
    const { posted, asked, call } = board()
    expect(await call(() => once('good morning'))).toMatchObject({
      ...{ status: 'ok', target: 'good morning', confirmed: true, input: { text: 'good morning' } },
      output: '(a person changed the input to {"text":"good morning"})\nposted good morning',
    })
    expect([posted, asked]).toEqual([['good morning'], [{ text: 'hello' }]])
  })

  test('is asked about when it would do something that the person was not shown', async () => {
    const { posted, asked, call } = board({ agenda: 'the old agenda' })
    expect((await call((times) => times > 1 || once('agenda'))).output).toContain('posted agenda')
    expect(await call((times) => times < 4 && once('agenda'))).toMatchObject({ code: 'law1_refused' })
    expect([posted, asked.length]).toEqual([['agenda'], 4])
  })

  test('that is given again to the question about it is a yes', async () => {
    const { posted, asked, call } = board({ agenda: 'the old agenda' })
    expect(await call(() => once('agenda'))).toMatchObject({ status: 'ok', confirmed: true })
    expect([posted, asked.length]).toEqual([['agenda'], 2])
  })

  test('that is the own one is a mere yes', async () => {
    const { call } = board()
    const outcome = await call(() => once('hello'))
    expect(outcome.output).toBe('posted hello')
    expect(outcome).not.toHaveProperty('input')
  })

  test('passes schema, block and gate like any other', async () => {
    const { posted, asked, call } = board()
    expect(await call(() => once(7))).toMatchObject({ status: 'error', code: 'invalid_input', input: { text: 7 } })
    const blockOn = ({ target }: { target: string | null }) => (target === 'spam' ? 'it failed before' : null)
    expect(await call(() => once('spam'), { blockOn })).toMatchObject({ status: 'refused', code: 'blocked_target' })
    expect(posted).toEqual([])
    expect(await call(() => once('harmless'))).toMatchObject({ confirmed: true, effect: 'repeatable' })
    expect([posted, asked.length]).toEqual([['harmless'], 3])
  })

  test('is not taken for ever', async () => {
    const { posted, asked, call } = board(Object.fromEntries(Array.from({ length: 99 }, (_, at) => [`${at}`, 'old'])))
    expect(await call((times) => once(`${times}`))).toMatchObject({ status: 'refused', code: 'invalid_answer' })
    expect([posted, asked.length]).toEqual([[], 9])
  })
})
