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
    text = piece.type === 'answer_reset' ? '' : text + piece.text
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
