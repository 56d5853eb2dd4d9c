import { truncateOutput } from '@artoo/tools'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

fc.configureGlobal({ seed: 20260221 })

const bytesOf = (text: string) => new TextEncoder().encode(text).length
const notice = /\n\[… (\d+) bytes left out …\]\n/

describe('truncateOutput', () => {
  it('leaves a text alone that fits exactly', () => {
    const text = 'x'.repeat(4096)
    expect(truncateOutput(text)).toBe(text)
  })

  it('keeps the head and the tail and names what is missing', () => {
    expect(truncateOutput(`${'a'.repeat(60)}${'b'.repeat(60)}`, 64)).toBe(
      `${'a'.repeat(17)}\n[… 86 bytes left out …]\n${'b'.repeat(17)}`,
    )
  })

  it('never exceeds the limit, never splits a code point, and its count adds up', () => {
    const texts = fc.string({ unit: fc.constantFrom('a', 'é', '漢', '🦊', '\n', '\ufeff'), maxLength: 400 })
    fc.assert(
      fc.property(texts, fc.integer({ min: 64, max: 600 }), (text, limit) => {
        const result = truncateOutput(text, limit)
        expect(bytesOf(result)).toBeLessThanOrEqual(limit)
        if (bytesOf(text) <= limit) {
          expect(result).toBe(text)
          return
        }
        const [head = '', leftOut = '', tail = ''] = result.split(notice)
        expect(text.startsWith(head)).toBe(true)
        expect(text.endsWith(tail)).toBe(true)
        expect(bytesOf(head) + Number(leftOut) + bytesOf(tail)).toBe(bytesOf(text))
      }),
    )
  })

  it.each([0, 63, 64.5, Number.NaN, Number.POSITIVE_INFINITY])('refuses the limit %s', (limit) => {
    expect(() => truncateOutput('x', limit)).toThrow(expect.objectContaining({ code: 'invalid_value' }))
  })
})
