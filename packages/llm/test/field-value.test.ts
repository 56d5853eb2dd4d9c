import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fieldValue } from '../src/index.js'

function valuesOf(pieces: readonly string[], field = 'output'): unknown[] {
  const values: unknown[] = []
  const read = fieldValue(field, (value) => values.push(value))
  for (const piece of pieces) read(piece)
  return values
}

test('a field is told as far as it is written, without half a number or word', () => {
  const text = '{"status": "completed", "output": {"title": "Emma", "year": 1815, "read": true}}'
  const values = valuesOf([...text])
  expect(values.slice(0, 4)).toEqual([{}, { title: '' }, { title: 'E' }, { title: 'Em' }])
  expect(values).not.toContainEqual(expect.objectContaining({ year: 18 }))
  expect(values.at(-1)).toEqual({ title: 'Emma', year: 1815, read: true })
})

test.each([
  ['words before the object', ['Sure! ```json\n', '{"output": [1, 2', ', 3]}'], [[1], [1, 2, 3]]],
  ['no object', ['well, ', 'no'], []],
  ['another field', ['{"other": {"output": 1}}'], []],
  ['null', ['{"output": null}'], []],
  ['what breaks off the JSON', ['{"output": "a" ]', 'x'], ['a']],
])('of a text with %s it tells what there is', (_, pieces, values) => {
  expect(valuesOf(pieces)).toEqual(values)
})

test('a long text is not read at every piece', () => {
  const item = JSON.stringify({ name: 'x'.repeat(80) })
  const pieces = Array.from({ length: 20_000 }, (_, index) => `${index === 0 ? '{"output": [' : ','}${item}`)
  const values = valuesOf(pieces)
  expect(values.length).toBeGreaterThan(100)
  expect(values.length).toBeLessThan(700)
})

test('each value holds no more than the next, and the last is the whole when it is all in one piece', () => {
  const data = fc.json().map((text) => JSON.parse(text))
  const property = fc.property(data, fc.array(fc.integer({ min: 1, max: 9 })), (output, sizes) => {
    const text = JSON.stringify({ output })
    const pieces: string[] = []
    for (let at = 0, index = 0; at < text.length; index++) {
      const size = sizes[index % Math.max(1, sizes.length)] ?? 3
      pieces.push(text.slice(at, at + size))
      at += size
    }
    const values = valuesOf(pieces)
    for (const [index, value] of values.entries()) {
      const next = values[index + 1] ?? output
      expect(JSON.stringify(value).length).toBeLessThanOrEqual(JSON.stringify(next).length)
    }
    expect(valuesOf([text])).toEqual(output === null ? [] : [output])
  })
  fc.assert(property, { seed: 20261127, numRuns: 300 })
})

test('a long text without an object is passed over in no time', () => {
  const pieces = Array.from({ length: 200_000 }, () => 'no object here at all. ')
  const start = performance.now()
  expect(valuesOf(pieces)).toEqual([])
  expect(performance.now() - start).toBeLessThan(2_000)
})
