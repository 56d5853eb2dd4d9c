import { extractJson, fieldText } from '@artoo/llm'
import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'

fc.configureGlobal({ seed: 20261122 })

/** What has been heard after all pieces, and every piece of it. */
function read(pieces: readonly string[], field = 'output') {
  let text = ''
  const heard: string[] = []
  const hear = fieldText(field, {
    begin() {
      text = ''
    },
    add(piece) {
      heard.push(piece)
      text += piece
    },
  })
  for (const piece of pieces) hear(piece)
  return { text, heard }
}

/** A text cut anywhere. */
const cut = (text: string, lengths: readonly number[]) => {
  const pieces: string[] = []
  let from = 0
  for (const length of lengths) {
    pieces.push(text.slice(from, from + length))
    from += length
  }
  return [...pieces, text.slice(from)]
}

const anyText = fc.string({ unit: 'binary', maxLength: 30 })
const lengths = fc.array(fc.integer({ min: 0, max: 7 }), { maxLength: 20 })

test('wherever a text is cut, its field is heard as JSON has it', () => {
  const object = fc.record({
    before: fc.jsonValue({ maxDepth: 3 }),
    output: anyText,
    after: fc.jsonValue({ maxDepth: 3 }),
  })
  fc.assert(
    fc.property(object, lengths, fc.boolean(), (value, at, isIndented) => {
      const text = JSON.stringify(value, null, isIndented ? 2 : undefined)
      const { text: found, heard } = read(cut(text, at))
      expect(found).toBe(value.output)
      if (value.output.isWellFormed()) expect(heard.every((piece) => piece.isWellFormed())).toBe(true)
    }),
    { numRuns: 200 },
  )
})

describe('a field', () => {
  it.each([
    ['in a fence behind prose', 'Sure, {as you like}: "ok"\n```json\n{"status": "completed", "output": "hello"}\n```'],
    ['behind a draft of it', '<think>{"output": "hm"}</think>{"status":"completed","output":"hello"}'],
    ['in a list', '[{"output": "hello"}]'],
    ['with others of its name further inside', '{"a": {"output": "no"}, "b": [{"output": "no"}], "output": "hello"}'],
    ['behind numbers and names', '{"a": -1.5e3, "b": true, "c": null, "output": "hello"}'],
    ['spelt in escapes', String.raw`{"out\u0070ut": "he\u006c\u006Co"}`],
  ])('is found %s', (_, text) => {
    expect(read([text]).text).toBe('hello')
    expect(read([...text]).text).toBe('hello')
    expect((extractJson(text) as { output?: string } & { output?: string }[]).output ?? 'hello').toBe('hello')
  })

  it.each([
    ['another', '{"input": "hello"}'],
    ['no text', '{"output": null, "x": "output", "y": ":hello"}'],
    ['data', '{"output": {"output": "hello"}}'],
    ['tool calls', '{"tool_calls": [{"name": "x", "input": {"output": "hello"}}]}'],
    ['prose', 'The "output": "hello" {is} here: {output: "hello"}'],
  ])('is not heard where there is %s', (_, text) => {
    expect(read([...text]).heard).toEqual([])
  })

  it('is heard while it is written', () => {
    expect(
      read(['{"output": "He', 'llo, 👩'.slice(0, -1), '👩'.slice(-1), ' \\', 'n', '\\u00', 'e9"', '}']).heard,
    ).toEqual(['He', 'llo, ', '👩', ' ', '\n', 'é'])
  })
})
