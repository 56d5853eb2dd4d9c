import fc from 'fast-check'
import { expect, it } from 'vitest'
import { verdictLine } from '../../src/messages/verdict-line.js'

const sure = { tag: 'SUPPORTS', verdict: 'It holds', confidence: 0.73 } as const

it('holds the tag of an output, its conclusion and how sure it is', () => {
  expect(verdictLine(sure)).toBe('[SUPPORTS] It holds | CONF: 73%')
  expect(verdictLine({ ...sure, confidence: null })).toBe('[SUPPORTS] It holds | CONF: ?')
  expect(verdictLine({ ...sure, verdict: '' })).toBe('[SUPPORTS]  | CONF: 73%')
})

it('is cut in its conclusion when it is longer than a hundred characters', () => {
  const line = verdictLine({ ...sure, verdict: 'x'.repeat(200) })
  expect(line).toMatch(/^\[SUPPORTS\] x+… \| CONF: 73%$/)
  expect(line).toHaveLength(100)
})

it('is one line of three parts and at most a hundred characters, whatever is said', () => {
  const said = fc.record({
    tag: fc.constantFrom('SUPPORTS', 'CONTRADICTS', 'UNCERTAIN'),
    // Whatever ends a line, opens a quote, takes two units or lacks one of them.
    verdict: fc.string({ unit: fc.constantFrom(...'ax |]"\\\n\r\t\u0085\u2028\u202e𝒳', '\ud800'), maxLength: 200 }),
    confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  })
  fc.assert(
    fc.property(said, (one) => {
      const line = verdictLine(one)
      expect(line.length).toBeLessThanOrEqual(100)
      expect(line).not.toMatch(/[\p{Cc}\u2028\u202e]/u)
      expect(line.isWellFormed()).toBe(true)
      expect(line).toMatch(/^\[(SUPPORTS|CONTRADICTS|UNCERTAIN)\] [^|]* \| CONF: (\?|\d{1,3}%)$/u)
    }),
  )
})
