import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { macroStates, replay } from '../src/index.js'
import { decidedByTableArbitrary } from './arbitraries.js'
import { call, criterion, failing, last, measured, observation, outcome } from './builders.js'

const logical = failing({ failureClass: 'logical' })
const environmental = failing({ failureClass: 'environmental' })

describe('orders of a table', () => {
  const first = observation([
    outcome('a', { criteria: [logical], calls: [call('awk', null)] }),
    outcome('b', { criteria: [environmental, criterion()], calls: [call('glob', 'x')] }),
    outcome('c', { criteria: [criterion()], calls: [call('read_file', 'y', true)] }),
  ])

  it('measure each failed outcome by itself', () => {
    expect(last([first], measured())).toMatchObject({
      directive: 'break_symmetry',
      failedCalls: 0,
      orders: [
        { outcome: 'a', D: 1, P: 1, gradient: null, failedCalls: 0, directive: 'break_symmetry', gap: 0.9 },
        { outcome: 'b', D: 0.5, P: 0, gradient: null, failedCalls: 0, directive: 'refine', gap: 0.3 },
      ],
    })
  })

  it('start from the outcome that they replace', () => {
    const second = observation([
      outcome('d', { criteria: [logical], calls: [call('shell', null)], replaces: 'a' }),
      outcome('e', { criteria: [environmental], calls: [call('glob', 'y')], replaces: 'b' }),
      outcome('f', { criteria: [environmental], calls: [], replaces: 'c' }),
    ])
    expect(last([first, second], measured()).orders).toMatchObject([
      // β_eff fell from 0.3 to 0.24 as a replan was made.
      { outcome: 'd', gradient: -0.06, directive: 'break_symmetry', blockedTools: ['shell'] },
      { outcome: 'e', gradient: 0.3, directive: 'change_path', blockedTools: [] },
      { outcome: 'f', gradient: null, directive: 'refine', blockedTools: [] },
    ])
  })

  it('set aside the tools of the outcome that they are for, and of no other', () => {
    const wrong = (id: string, tool: string, replaces?: string) =>
      outcome(id, { criteria: [logical], calls: [call(tool, null)], replaces: replaces ?? null })
    const task = [
      [wrong('a', 'one'), wrong('b', 'two')],
      [wrong('c', 'three', 'a'), wrong('d', 'four', 'b')],
      [wrong('e', 'five', 'c'), wrong('f', 'six'), outcome('g', { criteria: [environmental], replaces: 'd' })],
    ].map((outcomes) => observation(outcomes))
    const decision = last(task, measured({ maxReplans: 9 }))
    expect(decision.orders.map(({ outcome: id, blockedTools }) => [id, ...blockedTools])).toEqual([
      ['e', 'five'],
      ['f', 'six'],
      ['g'],
    ])
    expect(decision.blockedTools).toEqual(['five', 'six'])
  })

  it('are for failed outcomes alone, and the directive is the most drastic of them', () => {
    fc.assert(
      fc.property(decidedByTableArbitrary, ({ observations, decisions, profile }) => {
        decisions.forEach(({ orders, directive, terminal, blockedTools }, index) => {
          if (profile.scope === 'task') {
            expect(orders).toEqual([])
            return
          }
          const failed = observations[index]?.outcomes.filter(({ status }) => status === 'failed') ?? []
          expect(orders.map((order) => order.outcome)).toEqual(failed.map(({ id }) => id))
          expect(new Set(blockedTools)).toEqual(new Set(orders.flatMap((order) => order.blockedTools)))
          const given = new Set(orders.map((order) => order.directive))
          for (const ending of ['abandon', 'success', 'accept'] as const) expect(given).not.toContain(ending)
          if (!terminal && orders.length > 0) expect(directive).toBe(macroStates.find((state) => given.has(state)))
        })
      }),
      { numRuns: 300 },
    )
  })

  it('are none when nothing was done, and the round itself is acted upon', () => {
    const nothing = observation([])
    expect(replay([nothing, nothing], measured()).map(({ directive, orders }) => [directive, orders])).toEqual([
      ['refine', []],
      ['change_path', []],
    ])
  })
})
