import { describe, expect, test } from 'vitest'
import { replaced } from '../src/state/edits.js'

const recordOf = (size: number) => Object.fromEntries(Array.from({ length: size }, (_, index) => [`a${index}`, index]))

describe.each([3, 2000])('a record of %i with other entries', (size) => {
  const record = recordOf(size)

  test('is what a spread makes of it, in the same order', () => {
    const other = replaced(record, [
      ['a1', -1],
      ['new', -2],
    ])
    expect(Object.entries(other)).toEqual(Object.entries({ ...record, a1: -1, new: -2 }))
    expect(Object.getPrototypeOf(other)).toBe(Object.prototype)
  })

  test('leaves the record as it was', () => {
    replaced(record, [['a1', -1]])
    expect(record).toEqual(recordOf(size))
  })
})
