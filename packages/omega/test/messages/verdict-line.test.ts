import fc from 'fast-check'
import { expect, it } from 'vitest'
import { verdictLine } from '../../src/messages/verdict-line.js'

it('holds the conclusion of an output, with the tag of a closing verdict and how sure it is where there is one', () => {
  const sure = { tag: 'SUPPORTS', native: 'VALID', verdict: 'It holds', confidence: 0.73 } as const
  expect(verdictLine(sure)).toBe('[SUPPORTS] It holds | CONF: 73%')
  expect(verdictLine({ ...sure, native: null })).toBe('It holds | CONF: 73%')
  expect(verdictLine({ ...sure, native: null, confidence: null })).toBe('It holds')
  expect(verdictLine({ ...sure, verdict: 'x'.repeat(200) })).toMatch(/^(?=.{100}$)\[SUPPORTS\] x+… \| CONF: 73%$/)
})

it('is one line of three parts and a hundred characters at most, whatever is said', () => {
  const said = fc.record({
    tag: fc.constantFrom('SUPPORTS', 'CONTRADICTS', 'UNCERTAIN'),
    native: fc.option(fc.constant('VALID')),
    // Whatever ends a line, opens a quote, takes two units or lacks one of them.
    verdict: fc.string({ unit: fc.constantFrom(...'ax |]"\\\n\r\t\u0085\u2028\u202e𝒳', '\ud800'), maxLength: 200 }),
    confidence: fc.option(fc.double({ min: 0, max: 1, noNaN: true })),
  })
  fc.assert(
    fc.property(said, (one) => {
      const line = verdictLine(one)
      expect(line.length).toBeLessThanOrEqual(100)
      expect([line.isWellFormed(), /[\p{Cc}\u2028\u202e]/u.test(line)]).toEqual([true, false])
      expect(line).toMatch(/^(\[(SUPPORTS|CONTRADICTS|UNCERTAIN)\] )?[^|]*( \| CONF: \d{1,3}%)?$/u)
    }),
  )
})
