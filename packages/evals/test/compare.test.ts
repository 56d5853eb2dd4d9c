import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { signTest } from '../src/compare/sign-test.js'
import { type Change, compareReports } from '../src/index.js'
import { reportOf } from './support.js'

const times = (count: number, score: number) => Array.from({ length: count }, () => ({ right: score }))

describe('two reports', () => {
  it('are worse when more runs lost than chance explains', async () => {
    const before = await reportOf({ sum: times(4, 1), sort: times(4, 1), trim: times(4, 0) })
    const after = await reportOf({ sum: times(4, 1), sort: times(4, 0), trim: [...times(1, 1), ...times(3, 0)] })
    const one = compareReports(before, after)
    expect(one).toMatchObject({ isWorse: false, pairs: 12, level: 0.05 })
    expect(one.checks).toEqual([
      { check: 'right', before: 8 / 12, after: 5 / 12, gained: 1, lost: 4, p: 0.375, change: 'unclear' },
    ])
    expect(one.cases).toEqual([
      { case: 'sort', check: 'right', before: 1, after: 0, gained: 0, lost: 4 },
      { case: 'trim', check: 'right', before: 0, after: 0.25, gained: 1, lost: 0 },
    ])
    const worse = compareReports(before, await reportOf({ sum: times(4, 0), sort: times(4, 0), trim: times(4, 0) }))
    expect(worse).toMatchObject({
      isWorse: true,
      checks: [{ gained: 0, lost: 8, p: expect.closeTo(2 / 2 ** 8), change: 'worse' }],
    })
  })

  it('need a smaller p for each check, the more checks there are', async () => {
    const [good, bad] = [
      { one: 1, two: 1 },
      { one: 0, two: 1 },
    ]
    const before = await reportOf({ sum: Array.from({ length: 6 }, () => good) })
    const after = await reportOf({ sum: Array.from({ length: 6 }, () => bad) })
    expect(compareReports(before, after)).toMatchObject({ isWorse: false, level: 0.025 })
    expect(compareReports(before, after, { level: 0.1 })).toMatchObject({ isWorse: true, level: 0.05 })
  })

  it('are compared in what both have; the rest is named', async () => {
    const before = await reportOf({ sum: [{ right: 1, short: 1 }], sort: [{ right: 1, short: 1 }] })
    const after = await reportOf({
      sum: [
        { right: 1, polite: 1 },
        { right: 0, polite: 1 },
      ],
      trim: [{ right: 1, polite: 1 }],
    })
    expect(compareReports(before, after)).toMatchObject({
      pairs: 1,
      checks: [{ check: 'right', before: 1, after: 1 }],
      cases: [],
      only: {
        before: { cases: ['sort'], checks: ['short'] },
        after: { cases: ['trim'], checks: ['polite'] },
      },
    })
  })

  it('with nothing in common are refused: a green light would say nothing', async () => {
    const sum = await reportOf({ sum: [{ right: 1 }] })
    const code = 'nothing_to_compare'
    const sort = await reportOf({ sort: [{ right: 1 }] })
    const short = await reportOf({ sum: [{ short: 1 }] })
    expect(() => compareReports(sum, sort)).toThrow(expect.objectContaining({ code }))
    expect(() => compareReports(sum, short)).toThrow(expect.objectContaining({ code }))
  })

  it('that are none are refused, and so is a wrong option', async () => {
    const report = await reportOf({ sum: [{ right: 1 }] })
    const run = { ...report.runs[0], scores: {} }
    for (const wrong of [
      null,
      [],
      {},
      { ...report, version: 2 },
      { ...report, runs: [run] },
      { ...report, runs: [null] },
    ]) {
      const error = expect.objectContaining({ code: 'invalid_report', field: 'after' })
      expect(() => compareReports(report, wrong as never)).toThrow(error)
    }
    for (const [field, options] of [
      ['level', { level: 1 }],
      ['levle', { levle: 0.1 }],
    ] as const) {
      const error = expect.objectContaining({ code: 'invalid_option', field })
      expect(() => compareReports(report, report, options as never)).toThrow(error)
    }
  })

  it('say the opposite when they are swapped, and nothing when they are equal', async () => {
    const opposite: Readonly<Record<Change, Change>> = { better: 'worse', worse: 'better', unclear: 'unclear' }
    const run = fc.record({ right: fc.constantFrom(0, 1), near: fc.constantFrom(0, 0.25, 1) })
    const ten = fc.array(run, { minLength: 10, maxLength: 10 })
    const report = fc.record({ sum: ten, sort: ten })
    await fc.assert(
      fc.asyncProperty(report, report, async (one, other) => {
        const [before, after] = [await reportOf(one), await reportOf(other)]
        const [there, back] = [compareReports(before, after), compareReports(after, before)]
        const turned = <Counts extends { before: number; after: number; gained: number; lost: number }>(
          counts: Counts,
        ) => {
          const { before, after, gained, lost } = counts
          return { ...counts, before: after, after: before, gained: lost, lost: gained }
        }
        expect(back.cases).toEqual(there.cases.map(turned))
        expect(back.checks).toEqual(there.checks.map((check) => ({ ...turned(check), change: opposite[check.change] })))
        const same = compareReports(before, before)
        expect(same).toMatchObject({ isWorse: false, cases: [] })
      }),
      { seed: 7, numRuns: 40 },
    )
  })
})

describe('the sign test', () => {
  it('has the values of the binomial distribution', () => {
    expect(signTest(0, 0)).toBe(1)
    expect(signTest(3, 3)).toBe(1)
    expect(signTest(0, 5)).toBeCloseTo(0.0625, 12)
    expect(signTest(8, 2)).toBeCloseTo(0.109375, 12)
    expect(signTest(0, 2_000)).toBe(0)
    expect(signTest(950, 1_050)).toBeCloseTo(0.02682414624, 11)
  })
})
