import { describe, expect, test } from 'vitest'
import { commentsOf, oddOpenings } from './odd-openings.js'
import { compare } from './ratchet.js'

describe('a comment without a subject', () => {
  test.each(['What it costs.', 'Of the first round.', 'Whoever asks.', 'Without a limit none.'])('is %j', (text) => {
    expect(oddOpenings(`/** ${text} */\nconst cost = 1\n`)).toEqual([{ line: 1, text }])
  })

  test.each(['The cost.', 'Whether it ended.', 'Office hours.', 'Nothings of a kind.'])('is not %j', (text) => {
    expect(oddOpenings(`/** ${text} */\nconst cost = 1\n`)).toEqual([])
  })

  test('is counted by how its first line opens, and its lines are one', () => {
    const source = 'a()\n  // The first of two.\n  // What follows.\nb()\n  /**\n   * How far\n   * it goes.\n   */\n'
    expect(commentsOf(source).map(({ line }) => line)).toEqual([2, 5])
    expect(oddOpenings(source)).toEqual([{ line: 5, text: 'How far it goes.' }])
  })

  test('is not found in code, at the end of a line or in what a tool reads', () => {
    expect(oddOpenings("const who = '// What'\nconst a = 1 // What\n/// <reference types='node' />\n")).toEqual([])
  })
})

describe('the number of them', () => {
  const place = { file: 'packages/a/src/a.ts', line: 3, text: 'What it costs.' }

  test('may not rise: the error names file and line', () => {
    const { more, next } = compare({ a: [place, place] }, { a: 1 })
    expect(more).toHaveLength(1)
    expect(more[0]).toContain('packages/a/src/a.ts:3: What it costs.')
    expect(next).toEqual({ a: 1 })
  })

  test('is lowered when it falls', () => {
    const { more, fewer, next } = compare({ a: [place] }, { a: 2 })
    expect(more).toEqual([])
    expect(fewer).toHaveLength(1)
    expect(next).toEqual({ a: 1 })
  })

  test('is 0 for a package that is not in the table', () => {
    expect(compare({ b: [place] }, {}).more).toHaveLength(1)
    expect(compare({ b: [] }, {})).toMatchObject({ more: [], fewer: [], next: { b: 0 } })
  })
})
