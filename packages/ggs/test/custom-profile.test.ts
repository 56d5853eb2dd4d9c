import { describe, expect, it } from 'vitest'
import {
  explain,
  GgsError,
  initialState,
  type Profile,
  type ProfileRow,
  profiles,
  replay,
  step,
  type TableProfile,
} from '../src/index.js'
import { last, tenths } from './builders.js'
import { measuredTable as measured } from './measured-table.js'

const { paper } = profiles

function refusalOf(profile: unknown): Pick<GgsError, 'code' | 'field' | 'message'> {
  try {
    step(initialState, tenths(5), { profile: profile as Profile })
  } catch (error) {
    if (error instanceof GgsError) return { code: error.code, field: error.field, message: error.message }
    throw error
  }
  throw new Error('nothing was thrown')
}

function withRow(base: TableProfile, index: number, row: unknown): TableProfile {
  return { ...base, name: 'mine', rows: base.rows.map((kept, place) => (place === index ? (row as ProfileRow) : kept)) }
}

describe("a profile of one's own", () => {
  const eager: Profile = withRow(measured, 4, { ...measured.rows[4], macroState: 'change_approach' })

  it('decides by its own table, and is explained when it is given', () => {
    const decision = last([tenths(9, { failureClass: 'logical' })], { profile: eager })
    expect(decision).toMatchObject({ profile: 'mine', directive: 'change_approach' })
    expect(explain(decision, eager).text).toContain('profile mine, row 5 (change_approach)')
    expect(() => explain(decision)).toThrow("one of causes, paper, or a profile of your own, but is 'mine'")
    expect(() => explain(decision, measured)).toThrow('profile is mine')
    expect(() => explain({ ...decision, profile: 'measured' }, measured)).toThrow('directive is change_approach')
  })

  it('gives a rationale also where a row asks for nothing', () => {
    const rows = [
      ...measured.rows.slice(0, 2),
      { when: { cost: ['affordable'] as const }, macroState: 'refine' as const },
    ]
    const decisions = replay([tenths(9), tenths(9)], { profile: { ...measured, name: 'plain', rows } })
    expect(decisions.map(({ rationale }) => rationale)).toEqual([
      'In a first round the table asks for it: tighten the parameters.',
      'the table asks for it: tighten the parameters.',
    ])
  })
})

describe('a table that is not whole', () => {
  it('is refused for a hole, naming the combination', () => {
    expect(refusalOf({ ...measured, rows: measured.rows.slice(0, -1) })).toEqual({
      code: 'invalid_profile',
      field: 'profile.rows',
      message: "profile.rows must be exactly one for affordable, far, environmental, sound, flat, but is '0 rows'",
    })
  })

  it('is refused for an overlap, naming the combination', () => {
    const again: ProfileRow = {
      when: { distance: ['far'], calls: ['failed'], cost: ['affordable'] },
      macroState: 'refine',
    }
    expect(refusalOf({ ...measured, rows: [...measured.rows, again] })).toEqual({
      code: 'invalid_profile',
      field: 'profile.rows',
      message: "profile.rows must be exactly one for affordable, far, environmental, failed, none, but is '2 rows'",
    })
  })

  it.each<[string, Profile, string]>([
    [
      'ends a task that goes on',
      withRow(measured, 2, { ...measured.rows[2], macroState: 'abandon' }),
      'profile.rows[2]',
    ],
    [
      'delivers early but settles late',
      withRow(measured, 3, { ...measured.rows[3], macroState: 'success' }),
      'profile.rows[3]',
    ],
    ['delivers what is far', withRow(measured, 1, { ...measured.rows[1], macroState: 'success' }), 'profile.rows[1]'],
    ['goes on after the end', withRow(paper, 0, { ...paper.rows[0], macroState: 'refine' }), 'profile.rows[0]'],
    ['settles at once but never delivers', { ...measured, settle: 'at_once' }, 'profile.rows[3]'],
    ['settles at the end but delivers at once', { ...paper, settle: 'at_the_end' }, 'profile.rows[1]'],
  ])('is refused where it %s', (_name, profile, field) => {
    expect(refusalOf(profile)).toMatchObject({ code: 'invalid_profile', field: `${field}.macroState` })
  })
})

describe('a malformed profile', () => {
  it.each<[string, unknown]>([
    ['profile', 'v0.7'],
    ['profile', 'toString'],
    ['profile', null],
    ['profile', { ...paper, hold: 'round' }],
    ['profile.name', { ...paper, name: undefined }],
    ['profile.settle', { ...paper, settle: 'never' }],
    ['profile.blame', { ...paper, blame: undefined }],
    ['profile.slope', { ...paper, slope: 'L' }],
    ['profile.scope', { ...paper, scope: 'criterion' }],
    ['profile.targetsFor', { ...paper, targetsFor: 1 }],
    ['profile.setsAsideFrom', { ...paper, setsAsideFrom: 3 }],
    ['profile.rows', { ...paper, rows: null }],
    ['profile.rows[1]', withRow(paper, 1, 'success')],
    ['profile.rows[1].when', withRow(paper, 1, { macroState: 'success' })],
    ['profile.rows[1].when', withRow(paper, 1, { when: { costs: ['affordable'] }, macroState: 'success' })],
    ['profile.rows[1].when.cost', withRow(paper, 1, { when: { cost: 'affordable' }, macroState: 'success' })],
    ['profile.rows[1].when.cost', withRow(paper, 1, { when: { cost: ['cheap'] }, macroState: 'success' })],
    ['profile.rows[1].macroState', withRow(paper, 1, { when: paper.rows[1]?.when, macroState: 'retry' })],
  ])('%s is named (%#)', (field, profile) => {
    expect(refusalOf(profile)).toMatchObject({ code: 'invalid_profile', field })
  })
})
