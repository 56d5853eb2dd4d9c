import { describe, expect, it } from 'vitest'
import { strangeFactsIn } from '../src/meta-validator/strange-facts.js'
import { call } from './builders.js'

const parts = ['Add up a.csv\nThe total of a.csv is 42.', 'Add up b.csv\nThe total of b.csv is 143.']
const strangeIn = (merged: string, given: Partial<Parameters<typeof strangeFactsIn>[1]> = {}) =>
  strangeFactsIn(merged, { parts, texts: ['Add up a.csv and b.csv'], records: [], ...given })

describe('a number of a merge', () => {
  it.each([
    'The total of a.csv is 42 and the total of b.csv is 143.',
    '- a.csv: 42\n- b.csv: 143',
    'The totals are 42 and 143.',
    'It is 42 for a.csv and 143 for b.csv.',
    'It is 143 for b.csv and 42 for a.csv.',
  ])('that its part states is known: %s', (merged) => {
    expect(strangeIn(merged)).toEqual([])
  })

  it.each([
    ['that another part states is strange', 'The total of a.csv is 143 and the total of b.csv is 42.', ['143', '42']],
    ['that another part states is strange, in a list, too', '- a.csv: 143\n- b.csv: 143', ['143']],
    ['that another part states is strange, before the name, too', '143 for a.csv and 42 for b.csv.', ['143', '42']],
    ['that no part states is strange', 'The total of a.csv is 43.', ['43']],
  ])('%s', (_, merged, expected) => {
    expect(strangeIn(merged)).toEqual(expected)
  })

  it('that stands in a record alone is strange: a long one has many by chance', () => {
    const log = Array.from({ length: 99 }, (_, line) => `line ${line}`).join('\n')
    expect(strangeIn('The total of a.csv is 43.', { records: [call({ output: log })] })).toEqual(['43'])
  })

  it('that the user named is known', () => {
    expect(strangeIn('Both are below 500.', { texts: ['Are both below 500?'] })).toEqual([])
  })
})
