import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clipped, evenShare, firstOf, fitted, written } from '../src/prompts/room.js'

fc.configureGlobal({ seed: 20260221 })

describe('an even share', () => {
  it.each([
    [[1, 2, 3], 6, Infinity],
    [[1, 2, 30], 13, 10],
    [[30, 1, 20], 21, 10],
    [[5, 5], 0, 0],
    [[5], -3, 0],
    [[], 0, Infinity],
  ])('of %j in %i is %d', (wants, room, share) => {
    expect(evenShare(wants, room)).toBe(share)
  })

  it('uses all the room there is, and no more, and cuts none below another', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(1_000), { minLength: 1 }), fc.nat(20_000), (wants, room) => {
        const share = evenShare(wants, room)
        const taken = wants.reduce((sum, want) => sum + Math.min(want, share), 0)
        const wanted = wants.reduce((sum, want) => sum + want, 0)
        expect(taken).toBeCloseTo(Math.min(wanted, room), 5)
      }),
    )
  })
})

const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 3_000 }),
  fc.constantFrom('\u0000', '"', 'é', '🦊', '\ud800').map((part) => part.repeat(1_000)),
)

describe('a clipped text', () => {
  it('takes no more than its room as JSON, if that is enough to say that it is left out', () => {
    fc.assert(
      fc.property(texts, fc.integer({ min: 0, max: 4_000 }), (text, room) => {
        const cut = clipped(text, room)
        if (written(text) <= Math.max(64, room)) expect(cut).toBe(text)
        else {
          expect(written(cut)).toBeLessThanOrEqual(Math.max(64, room))
          expect(cut).toMatch(/\[… \d+ (bytes|characters) left out …\]/)
        }
      }),
    )
  })

  it('has its head and its tail', () => {
    expect(clipped(`begin ${'x'.repeat(1_000)} end`, 100)).toMatch(/^begin x+\n\[… \d+ bytes left out …\]\nx+ end$/)
  })
})

describe('data that was fitted', () => {
  it('is itself while there is room, and then of the same shape', () => {
    const data = { name: 'a', list: ['b', { text: 'c'.repeat(5_000) }, 7, null, true] }
    expect(fitted(data, 6_000)).toBe(data)
    const small = fitted(data, 1_000)
    expect(small).toMatchObject({
      name: 'a',
      list: ['b', { text: expect.stringMatching(/^c+\n.*\nc+$/) }, 7, null, true],
    })
    expect(written(small)).toBeLessThanOrEqual(1_000)
  })

  it('is in its room when that is enough for what is no text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.record({ text: texts, more: fc.array(texts, { maxLength: 3 }) }), { maxLength: 8 }),
        (data) => {
          expect(written(fitted(data, 12_000))).toBeLessThanOrEqual(12_000)
        },
      ),
    )
  })
})

it('a long list is shown by its first, with the number of the others', () => {
  expect(firstOf([1, 2], 2)).toEqual([1, 2])
  expect(firstOf([1, 2, 3, 4], 2)).toEqual([1, 2, { notShown: '2 more' }])
})
