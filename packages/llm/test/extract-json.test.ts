import { extractJson } from '@artoo/llm'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

fc.configureGlobal({ seed: 20260221 })

const fence = '```'

describe('extractJson', () => {
  it.each([
    ['bare', '{"a":1}', { a: 1 }],
    ['an array', ' [1, 2] ', [1, 2]],
    ['a fence', `Here:\n${fence}json\n{"a":1}\n${fence}\nDone.`, { a: 1 }],
    ['a fence without a language', `${fence}\n{"a":1}\n${fence}`, { a: 1 }],
    ['a fence that is never closed', `${fence}json\n{"a":1}`, { a: 1 }],
    [
      'a fence inside a string',
      `${fence}json\n{"a":"see ${fence}x${fence}"}\n${fence}`,
      { a: `see ${fence}x${fence}` },
    ],
    ['a think block with a draft', '<think>maybe {"a":0}</think>{"a":1}', { a: 1 }],
    ['a think block after a greeting', 'Sure. <thinking>{"a":0}</thinking>\n{"a":1}', { a: 1 }],
    ['reasoning without its opening tag', 'I weigh {"a":0}.</think>{"a":1}', { a: 1 }],
    ['a think tag inside a string', '{"a":"use <think> and </think>"}', { a: 'use <think> and </think>' }],
    ['prose around', 'Sure! {"a":1} Hope that helps.', { a: 1 }],
    ['a bracket in the prose after', '{"a":1} and that closes the } and the ]', { a: 1 }],
    ['brackets in the prose before', 'Criterion [1] of {x} gives {"a":1}', { a: 1 }],
    ['brackets and quotes inside strings', '{"a":"}{][","b":"\\"}"}', { a: '}{][', b: '"}' }],
    ['nested objects', '{"a":{"b":[{"c":{}}]}}', { a: { b: [{ c: {} }] } }],
    ['several objects: the last counts', '{"a":1}\nCorrected:\n{"a":2}', { a: 2 }],
    ['an empty object after it', '{"a":1} instead of {}', { a: 1 }],
    ['an intact object before a sketchy one', '{"a":1} {note: this}', { a: 1 }],
    ['an array beside it', '{"a":1} [2]', { a: 1 }],
    ['trailing commas', '{"a":[{"b":1},],}', { a: [{ b: 1 }] }],
    ['single quotes', "{'a': 'it is'}", { a: 'it is' }],
    ['bare keys', '{a: 1}', { a: 1 }],
    ['Python words', '{"a": True, "b": None}', { a: true, b: null }],
    ['comments', '{"a": 1 // one\n}', { a: 1 }],
    ['a line break in a string', '{"a": "x\ny"}', { a: 'x\ny' }],
    ['missing brackets at the end', '{"a":[1,{"b":2', { a: [1, { b: 2 }] }],
    ['a missing bracket in the middle', '{"a": [1, 2}', { a: [1, 2] }],
    ['an empty object', '{}', {}],
  ])('reads %s', (_, text, value) => {
    expect(extractJson(text)).toEqual(value)
  })

  it.each([
    ['nothing', ''],
    ['prose', 'I could not do that.'],
    ['a lone number', '42'],
    ['brackets in prose', 'use {x} and [y]'],
    ['a text cut off within a string', '{"answer":"there are 4'],
    ['a think block cut off', '<think>perhaps {"a":1}'],
  ])('refuses %s', (_, text) => {
    expect(() => extractJson(text)).toThrow(expect.objectContaining({ code: 'no_json' }))
  })

  it('gives back any object, pretty-printed and wrapped as models do', () => {
    const object = fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 })
    fc.assert(
      fc.property(object, (value) => {
        const json = JSON.stringify(value, null, 2)
        expect(extractJson(`<think>[1] {"no":0}</think>Here it is:\n${fence}json\n${json}\n${fence}\nDone }`)).toEqual(
          JSON.parse(json),
        )
      }),
    )
  })

  it('never throws anything but its own error', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      ':',
      ',',
      'a',
      '1',
      '\\',
      '<think>',
      '</think>',
      '```',
      '\n',
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        try {
          extractJson(pieces.join(''))
        } catch (error) {
          expect(error).toMatchObject({ code: 'no_json' })
        }
      }),
      { numRuns: 500 },
    )
  })

  it('passes over endless white space after an object that was cut off, in linear time', () => {
    expect(extractJson(`{"intent": "x"${'\n'.repeat(200_000)}`)).toEqual({ intent: 'x' })
  }, 2_000)

  it.each(['[', '{"a":', '["', '<think></think>', '{a:', '{"x":[{x} '])(
    'reads %s, a hundred thousand times over, in linear time',
    (piece) => {
      try {
        extractJson(piece.repeat(100_000))
      } catch (error) {
        expect(error).toMatchObject({ code: 'no_json' })
      }
    },
    2_000,
  )
})
