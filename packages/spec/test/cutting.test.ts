import { shortened, whileCutting, wholeHead, wholeTail } from '@artoo/spec'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

const phrase = 'correct horse battery staple'
const redact = (text: string) => text.replaceAll(phrase, '[gone]')
const prose = fc.array(fc.constantFrom(phrase, ' ', 'word', 'correct ', 'é🦊'), { maxLength: 12 })

describe('a text that is cut under redact', () => {
  test('is kept as the beginning, or the end, of what is kept of the whole', () => {
    fc.assert(
      fc.property(prose, fc.nat(120), (parts, at) => {
        const text = parts.join('')
        const [head, tail] = [text.slice(0, at), text.slice(at)]
        const [first, last] = whileCutting(redact, () => [wholeHead(text, head), wholeTail(text, tail)])
        expect(head.startsWith(first ?? '')).toBe(true)
        expect(tail.endsWith(last ?? '')).toBe(true)
        expect(redact(text).startsWith(redact(first ?? ''))).toBe(true)
        expect(redact(text).endsWith(redact(last ?? ''))).toBe(true)
      }),
    )
  })

  test.each([
    [15, 'the key is…'],
    [38, 'the key is…'],
    [50, `the key is ${phrase}, they say…`],
    [60, `the key is ${phrase}, they say…`],
  ])('to %i characters ends before a secret or behind it', (most, cut) => {
    const text = `the key is ${phrase}, they say ${phrase}`
    expect(whileCutting(redact, () => shortened(text, most))).toBe(cut)
  })

  test('is left out where it can not be told what is a secret', () => {
    expect(
      whileCutting(
        () => null,
        () => shortened('the key is 1', 8),
      ),
    ).toBe('…')
  })
})

test('without redact, or behind a decision that threw, a text is cut where it is', () => {
  const decide = () =>
    whileCutting(redact, () => {
      throw new Error('no')
    })
  expect(decide).toThrow('no')
  expect(shortened(`the key is ${phrase}`, 20)).toBe('the key is correct…')
  expect(shortened('short', 5)).toBe('short')
  expect(shortened('ab🦊d', 4)).toBe('ab…')
})
