import { escaped, oneLine, someLines } from '@artoo/llm'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { worked } from '../../../test/worked.js'

const forbidden = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Bidi_Control}\u2028\u2029]/u

const ordinary = [
  'Which files are in sales?',
  'نامه‌ای به آن می‌نویسم',
  'मैं क्‍ष लिखता हूँ',
  'ശ്രീ പദ്മനാഭ',
  '👩‍👩‍👧‍👦 and 🏳️‍🌈, 👍🏽 and ❤️',
  'e\u0301 ≠ é, Z̤̈ and ạ̈',
  '東京へ　行く。',
  'שלום עולם',
  'rm -rf "./build" && npm test # 100 %',
  'c’est l’été : « déjà »',
]

const parts = [
  ...'a b1#[?אֵع😀é',
  '\u001b[2K',
  '\u001b]0;title\u0007',
  '\r',
  '\n',
  '\r\n',
  '\t',
  '\u0000',
  '\u0085',
  '\u009b31m',
  '\u2028',
  '\u2029',
  '\u202e',
  '\u2066',
  '\u200f',
  '\u061c',
  '\u200b',
  '\u200c',
  '\u200d',
  '\ufeff',
  '\u00ad',
  '\u{e0041}',
  '\ud800',
  '\udc00',
  '\ufe0f',
  '\u034f',
  '\u2800',
  '\u3164',
  ' '.repeat(20),
  ' '.repeat(3_000),
]
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: 'binary' }), fc.constantFrom(...ordinary)), {
    maxLength: 40,
  })
  .map((texts) => texts.join(''))
const lengths = fc.constantFrom(1, 2, 10, 80, 300, 1_000)

describe('one line that a person reads', () => {
  test('has no forbidden character, is one line, bounded, and the same when it is made one again', () => {
    fc.assert(
      fc.property(hostile, lengths, (text, longest) => {
        const line = oneLine(text, longest)
        expect(line).not.toMatch(forbidden)
        expect(line).not.toMatch(/[\n\r\v\f\u0085]/)
        expect(line).not.toMatch(/ {2}|^ | $/)
        expect(line.isWellFormed()).toBe(true)
        expect(line.length).toBeLessThanOrEqual(longest)
        expect(oneLine(line, longest)).toBe(line)
      }),
    )
  })

  test('leaves ordinary texts of any script as they are', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...ordinary), { minLength: 1, maxLength: 8 }), (texts) => {
        const text = texts.join(' ')
        expect(oneLine(text)).toBe(text)
        expect(someLines(texts.join('\n'))).toBe(texts.join('\n'))
      }),
    )
  })

  test.each([
    ['rm a.js #\r\u001b[2KAllow this? run npm test', 'rm a.js # [2KAllow this? run npm test'],
    [`npm test${' '.repeat(3_000)}; rm -rf .`, 'npm test […3,000 blanks…] ; rm -rf .'],
    [`npm test${' \u200d'.repeat(40)}; rm -rf .`, 'npm test […40 blanks…] ; rm -rf .'],
    ['a\n\n    b\tc\u2028d', 'a b c d'],
    ['\u202egnp.exe\u202c', 'gnp.exe'],
    ['x'.repeat(12), 'xxxxxxxxx…'],
    [`${'x'.repeat(8)}😀x`, 'xxxxxxxx…'],
  ])('%j', (text, line) => {
    expect(oneLine(text, text.startsWith('xx') ? 10 : 100)).toBe(line)
  })

  test('takes long texts in time', () => {
    const started = worked()
    for (const part of [' ', ' \u200d', 'a\u200d', '\u001b', 'a ', '\u3164', '\n']) oneLine(part.repeat(100_000))
    expect(worked() - started).toBeLessThan(2_000)
  })
})

describe('lines that a person reads', () => {
  test('keep their line breaks and indents and nothing that a terminal obeys', () => {
    expect(someLines('-\tone\u001b[1A\r\n+   two\u202e  \u2028 three')).toBe('-  one[1A\n+   two\n three')
    expect(someLines(`+${' '.repeat(3_000)}x`)).toBe('+ […3,000 blanks…] x')
    fc.assert(
      fc.property(hostile, lengths, (text, longest) => {
        const lines = someLines(text, longest)
        for (const line of lines.split('\n')) expect(line).not.toMatch(forbidden)
        expect(lines.length).toBeLessThanOrEqual(longest)
        expect(someLines(lines, longest)).toBe(lines)
      }),
    )
  })
})

describe('an escaped value', () => {
  test('is JSON of the value on one line, with nothing invisible', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const json = escaped(text)
        expect(JSON.parse(json)).toBe(text)
        expect(json).not.toMatch(/(?! )[\p{C}\p{Z}\p{DI}]/u)
      }),
    )
    expect(escaped('rm a.js #\r\u001b[2K\u202e\u{e0041}')).toBe('"rm a.js #\\r\\u001b[2K\\u202e\\udb40\\udc41"')
    expect(escaped(undefined)).toBe('null')
  })
})
