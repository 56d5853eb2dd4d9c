import { oneLine, someLines } from '@artoo/sdk'
import { visibleWidth } from '@mariozechner/pi-tui'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { ansiPaint, cut, widthOf, wrapped } from '../../src/view/index.js'
import { line } from '../../src/view/text/spans.js'
import { hostileText } from './texts.js'

describe('the width of a text', () => {
  test.each([
    ['plain', 5],
    ['日本語', 6],
    ['한국어', 6],
    ['👩‍👩‍👧‍👦', 2],
    ['👍🏽', 2],
    ['🇫🇷', 2],
    ['1️⃣', 2],
    ['❤️', 2],
    ['e\u0301', 1],
    ['Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘!', 6],
    ['ｶﾞ', 2],
    ['', 0],
  ])('%j takes %i columns', (text, width) => {
    expect(widthOf(text)).toBe(width)
  })

  test('of many graphemes is the sum of theirs, wherever a long text is parted to be read', () => {
    const mixed = 'e\u0301日👩‍👩‍👧‍👦🇫🇷👍🏽'
    for (const before of ['', 'a', '🇫🇷', 'ab']) {
      const text = before + mixed.repeat(60)
      expect(widthOf(text)).toBe(visibleWidth(text))
      expect(wrapped(text, 20).join('')).toBe(text)
    }
    expect(widthOf(`a${'\u0301'.repeat(20_000)}b`)).toBe(2)
  })

  test('with half a character at its end is read to the end', () => {
    expect(widthOf('ab\ud83d')).toBe(2)
  })

  test('is never below the one that the screen counts with', () => {
    fc.assert(
      fc.property(hostileText, (text) => {
        const shown = oneLine(text)
        expect(widthOf(shown)).toBeGreaterThanOrEqual(visibleWidth(shown))
      }),
    )
  })
})

describe('cut', () => {
  test.each([
    ['as it is', 8, 'as it is'],
    ['too long', 7, 'too lo…'],
    ['日本語', 6, '日本語'],
    ['日本語', 5, '日本…'],
    ['日本語', 4, '日…'],
    ['👩‍👩‍👧‍👦👩‍👩‍👧‍👦', 3, '👩‍👩‍👧‍👦…'],
    ['e\u0301e\u0301e\u0301', 2, 'e\u0301…'],
    ['text', 0, ''],
    ['日本', 1, '…'],
  ])('%j at %i is %j', (text, columns, expected) => {
    expect(cut(text, columns)).toBe(expected)
  })

  test('is never wider than asked, and colours change no width', () => {
    fc.assert(
      fc.property(fc.array(hostileText), fc.integer({ min: 0, max: 40 }), (texts, columns) => {
        const spans = texts.map((text) => ['good', oneLine(text)] as const)
        expect(widthOf(cut(spans.map(([, text]) => text).join(''), columns))).toBeLessThanOrEqual(columns)
        expect(visibleWidth(line(spans, { width: columns, paint: ansiPaint }))).toBeLessThanOrEqual(columns)
      }),
    )
  })
})

describe('wrapped', () => {
  test.each([
    ['one two three', 7, ['one two', 'three']],
    ['one  two', 4, ['one', 'two']],
    ['  indented text', 12, ['  indented', 'text']],
    ['abcdefgh', 3, ['abc', 'def', 'gh']],
    ['日本語です', 4, ['日本', '語で', 'す']],
    ['a\n\nb', 10, ['a', '', 'b']],
    ['日', 1, ['…']],
    ['text', 0, []],
  ])('%j at %i is %j', (text, columns, expected) => {
    expect(wrapped(text, columns)).toEqual(expected)
  })

  test('keeps every visible character, in lines that are never wider than asked', () => {
    fc.assert(
      fc.property(hostileText, fc.constantFrom(2, 5, 20, 80, 200), (text, columns) => {
        const shown = someLines(text)
        const lines = wrapped(shown, columns)
        for (const part of lines) expect(widthOf(part)).toBeLessThanOrEqual(columns)
        expect(lines.join('').replace(/\s/g, '')).toBe(shown.replace(/\s/g, ''))
      }),
    )
  })
})
