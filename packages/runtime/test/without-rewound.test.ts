import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { withoutRewound } from '../src/journal/without-rewound.js'

interface Turn {
  readonly name: string
  readonly turn: number
  readonly after?: number | undefined
}

/** Turns from `1`, `2`, or `4<1` for turn 4 that goes on from turn 1; a letter tells turns of one number apart. */
const turnsIn = (text: string): readonly Turn[] =>
  text.split(' ').flatMap((name) => {
    const [, turn, after] = /^(\d+)[a-z]?(?:<(\d+))?$/.exec(name) ?? []
    return turn === undefined ? [] : [{ name, turn: Number(turn), ...(after && { after: Number(after) }) }]
  })

const namesOf = (turns: readonly Turn[]) => turns.map(({ name }) => name)

describe('a conversation as it is now', () => {
  test.each([
    ['', ''],
    ['1 2 3', '1 2 3'],
    ['1 2 3 4<1', '1 4<1'],
    ['1 2 3 4<3', '1 2 3 4<3'],
    ['1 2 3 4<0', '4<0'],
    ['1 2 3 4<2 5', '1 2 4<2 5'],
    ['1 2 3 4<2 5 6<4', '1 2 4<2 6<4'],
    ['1 2 3 4<2 5 6<1', '1 6<1'],
    ['1 2 3 4<0 5<0', '5<0'],
    // Begun at once by two processes: neither knew of the other.
    ['1 2 3 4<1 4b', '1 4<1 4b'],
    ['1 2 3 4<1 4b<2', '1 4<1 4b<2'],
    ['1 2 2b 3 4<2', '1 2 2b 4<2'],
    // The turn that was gone on from has been removed.
    ['1 3 4<2', '1 4<2'],
  ])('of the turns %j is %j', (turns, now) => {
    expect(namesOf(withoutRewound(turnsIn(turns))).join(' ')).toBe(now)
  })

  test('is a list that each rewind cuts short, in whatever order a journal lists its turns', () => {
    const rewinds = fc.array(fc.option(fc.nat(), { nil: null }), { maxLength: 30 })
    fc.assert(
      fc.property(rewinds, fc.infiniteStream(fc.nat()), (steps, shuffle) => {
        const journal: Turn[] = []
        let list: Turn[] = []
        for (const [index, step] of steps.entries()) {
          const kept = step === null ? list.length : step % (list.length + 1)
          const after = step === null ? {} : { after: list[kept - 1]?.turn ?? 0 }
          const turn = { name: String(index), turn: index + 1, ...after }
          journal.push(turn)
          list = [...list.slice(0, kept), turn]
          expect(withoutRewound(journal)).toEqual(list)
        }
        const shuffled = journal.map((turn) => ({ turn, at: shuffle.next().value }))
        shuffled.sort((one, other) => one.at - other.at)
        expect(new Set(withoutRewound(shuffled.map(({ turn }) => turn)))).toEqual(new Set(list))
        const forgotten = journal.filter(({ after, turn }) => after !== undefined || turn % 2 === 0)
        expect(withoutRewound(forgotten)).toEqual(list.filter((turn) => forgotten.includes(turn)))
      }),
      { numRuns: 200 },
    )
  })
})
