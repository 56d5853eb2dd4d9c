import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type AnswerPiece, createAnswerStream } from '../src/scope/answer-stream.js'

fc.configureGlobal({ seed: 20261122 })

/** What a reader has in the end, of all that it was given. */
async function shown(stream: AsyncIterable<AnswerPiece>, pause: () => Promise<unknown> = async () => undefined) {
  const pieces: AnswerPiece[] = []
  let text = ''
  for await (const piece of stream) {
    pieces.push(piece)
    if (piece.type === 'answer_reset') text = ''
    if (piece.type === 'answer_delta') text += piece.text
    await pause()
  }
  return { pieces, text }
}

const soon = () => new Promise((resolve) => setImmediate(resolve))

/** What may happen while a text is written. */
function writing() {
  const stream = createAnswerStream()
  const readers = [shown(stream), shown(stream, soon)]
  let writer = stream.open()
  const deeds = {
    open: () => {
      writer = stream.open()
    },
    add: (text: string) => writer.add(text),
    begin: () => writer.begin(),
    discard: () => writer.discard(),
    wait: soon,
    read: () => void readers.push(shown(stream)),
  }
  return { stream, readers, deeds }
}

test('whatever was written, by whom and when, every reader ends with the text of the result', async () => {
  const kind = fc.constantFrom('open', 'add', 'add', 'begin', 'discard', 'wait', 'read')
  const all = fc.array(fc.tuple(kind, fc.string({ maxLength: 3 })), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(all, fc.option(fc.string({ maxLength: 5 })), async (given, result) => {
      const { stream, readers, deeds } = writing()
      for (const [name, text] of given) await deeds[name](text)
      stream.end(result)
      for (const { text } of await Promise.all([...readers, shown(stream)])) expect(text).toBe(result ?? '')
    }),
    { numRuns: 100 },
  )
})

describe('a reader', () => {
  test('is told that another attempt begins when it has something to throw away, and only then', async () => {
    const stream = createAnswerStream()
    const early = shown(stream)
    stream.open()
    const second = stream.open()
    second.add('a')
    await soon()
    const third = stream.open()
    third.add('b')
    second.add('nobody reads this')
    await soon()
    third.add('c')
    await soon()
    const late = shown(stream)
    stream.end('bc')
    expect((await early).pieces).toEqual([
      { type: 'answer_delta', attempt: 1, text: 'a' },
      { type: 'answer_reset', attempt: 2 },
      { type: 'answer_delta', attempt: 2, text: 'b' },
      { type: 'answer_delta', attempt: 2, text: 'c' },
    ])
    expect((await late).pieces).toEqual([{ type: 'answer_delta', attempt: 2, text: 'bc' }])
  })

  test('that is slow gets more at a time and holds up nobody', async () => {
    const stream = createAnswerStream()
    const writer = stream.open()
    const reader = stream[Symbol.asyncIterator]()
    writer.add('0')
    await reader.next()
    for (let index = 1; index < 10_000; index++) writer.add(`,${index}`)
    stream.end(Array.from({ length: 10_000 }, (_, index) => index).join(','))
    const { value } = await reader.next()
    expect(value).toMatchObject({ type: 'answer_delta', text: expect.stringMatching(/^,1,2,.*,9999$/) })
    expect(await reader.next()).toEqual({ done: true, value: undefined })
  })

  test('may leave', async () => {
    const stream = createAnswerStream()
    stream.open().add('a')
    for await (const piece of stream) {
      expect(piece).toMatchObject({ text: 'a' })
      break
    }
    const waiting = stream[Symbol.asyncIterator]()
    await waiting.next()
    const next = waiting.next()
    await waiting.return?.()
    expect(await next).toMatchObject({ done: true })
  })
})

describe('data', () => {
  test('is told as far as it is written, at last as it stands in the result', async () => {
    const stream = createAnswerStream()
    const writer = stream.open()
    const early = shown(stream)
    writer.value({ title: 'Em' })
    await soon()
    writer.value({ title: 'Emma' })
    await soon()
    stream.end('{"title":"Emma","year":1815}')
    const told = [
      { type: 'answer_value', attempt: 1, value: { title: 'Emma', year: 1815 } },
      { type: 'answer_delta', attempt: 1, text: '{"title":"Emma","year":1815}' },
    ]
    expect((await early).pieces).toEqual([
      { type: 'answer_value', attempt: 1, value: { title: 'Em' } },
      { type: 'answer_value', attempt: 1, value: { title: 'Emma' } },
      ...told,
    ])
    expect((await shown(stream)).pieces).toEqual(told)
  })

  test('is void when another attempt begins, and when there is no result', async () => {
    const stream = createAnswerStream()
    const first = stream.open()
    const early = shown(stream)
    first.value(1)
    await soon()
    const second = stream.open()
    first.value(2)
    second.value(3)
    await soon()
    stream.end(null)
    expect((await early).pieces.map(({ type }) => type)).toEqual([
      ...['answer_value', 'answer_reset', 'answer_value', 'answer_reset'],
    ])
    expect((await shown(stream)).pieces).toEqual([])
  })
})

describe('reasoning', () => {
  test('comes before the text that it led to, and no reset voids it', async () => {
    const stream = createAnswerStream()
    const first = stream.open()
    const early = shown(stream)
    first.reason('They want ')
    first.reason('a greeting.')
    first.add('Hi')
    await soon()
    const second = stream.open()
    second.reason('Politely!')
    second.add('Good morning')
    await soon()
    first.reason('nobody reads this')
    stream.end('Good morning')
    expect((await early).pieces).toEqual([
      { type: 'reasoning_delta', attempt: 1, text: 'They want a greeting.' },
      { type: 'answer_delta', attempt: 1, text: 'Hi' },
      { type: 'answer_reset', attempt: 2 },
      { type: 'reasoning_delta', attempt: 2, text: 'Politely!' },
      { type: 'answer_delta', attempt: 2, text: 'Good morning' },
    ])
    expect((await shown(stream)).pieces).toEqual([
      { type: 'reasoning_delta', attempt: 1, text: 'They want a greeting.' },
      { type: 'reasoning_delta', attempt: 2, text: 'Politely!' },
      { type: 'answer_delta', attempt: 2, text: 'Good morning' },
    ])
  })
})
