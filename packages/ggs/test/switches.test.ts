import { describe, expect, it } from 'vitest'
import { type Observation, profiles, replay, type TableProfile } from '../src/index.js'
import { call, failing, last, observation, outcome, tenths } from './builders.js'
import { measuredTable } from './measured-table.js'

const paperWith = (switches: Partial<TableProfile>) => ({
  profile: { ...profiles.paper, ...switches, name: 'one switch' },
})
const measuredWith = (switches: Partial<TableProfile>) => ({
  profile: { ...measuredTable, ...switches, name: 'one switch' },
})

const logical = [failing({ failureClass: 'logical' })]
const environmental = [failing({ failureClass: 'environmental' })]

/** One outcome that is wrong altogether and makes good the one before; each round has a tool of its own. */
function wrong(id: string, tool: string, replaces: string | null = null): Observation {
  return observation([outcome(id, { criteria: logical, calls: [call(tool, null)], replaces })])
}

describe('blame', () => {
  const silent = observation([
    outcome('a', { criteria: environmental, calls: [call('glob', 'x'), call('read_file', 'y', true)] }),
    outcome('b', { criteria: environmental, calls: [call('glob', 'z'), call('shell', null)] }),
  ])
  it('blocks the targets of failed calls, and of all calls of an outcome in which none failed', () => {
    expect(last([silent], measuredWith({ blame: 'outcome' })).blockedTargets).toEqual([
      { tool: 'read_file', target: 'y' },
      { tool: 'glob', target: 'z' },
    ])
  })

  it('blocks the targets of failed calls alone', () => {
    expect(last([silent], measuredWith({ blame: 'failed_calls' })).blockedTargets).toEqual([
      { tool: 'read_file', target: 'y' },
    ])
  })
})

describe('slope', () => {
  // Each round takes 60 s and changes nothing: only the cost grows, by 0.112 of L.
  const standing = [60_000, 120_000, 180_000].map((elapsedMs) => tenths(5, { elapsedMs }))
  it('of the loss takes two slow rounds that stand still for a divergence', () => {
    const decisions = replay(standing, measuredWith({ slope: 'loss' }))
    expect(decisions.map(({ gradient }) => gradient)).toEqual([0, 0.112, 0.112])
    expect(decisions.at(-1)).toMatchObject({ directive: 'abandon', reason: 'diverging' })
  })

  it('of the gap does not', () => {
    const decisions = replay(standing, measuredWith({ slope: 'gap' }))
    expect(decisions.map(({ gradient }) => gradient)).toEqual([0, 0, 0])
    expect(decisions.map(({ previousLevel }) => previousLevel)).toEqual([null, 0.3, 0.3])
    expect(decisions.at(-1)?.terminal).toBe(false)
  })

  it('of the gap still sees what worsens', () => {
    expect(last([tenths(4), tenths(7), tenths(10)], measuredWith({ slope: 'gap' })).reason).toBe('diverging')
  })
})

describe('scope', () => {
  const both = observation([
    outcome('method', { criteria: logical, calls: [call('shell', null)] }),
    outcome('place', { criteria: environmental, calls: [call('glob', 'x', true)] }),
  ])
  it('of a task gives one directive for the next plan', () => {
    expect(last([both], measuredWith({ scope: 'task' }))).toMatchObject({ directive: 'change_path', orders: [] })
  })

  it('of an outcome gives each its own', () => {
    expect(last([both], measuredWith({ scope: 'outcome' }))).toMatchObject({
      directive: 'break_symmetry',
      orders: [
        { outcome: 'method', directive: 'break_symmetry' },
        { outcome: 'place', directive: 'change_path' },
      ],
    })
  })
})

describe('targetsFor', () => {
  const blocked = (target: string) =>
    observation([outcome('a', { criteria: environmental, calls: [call('glob', target, true)] })])
  const targetsOf = (targetsFor: TableProfile['targetsFor']) =>
    replay([blocked('x'), blocked('y'), blocked('x')], measuredWith({ targetsFor })).map(({ blockedTargets }) =>
      blockedTargets.map(({ target }) => target).join(' '),
    )

  it('a plan forgets the targets of the round before', () => {
    expect(targetsOf('plan')).toEqual(['x', 'y', 'x'])
  })

  it('a task keeps them, each once', () => {
    expect(targetsOf('task')).toEqual(['x', 'x y', 'x y'])
  })
})

describe('setsAsideFrom', () => {
  it.each([paperWith, measuredWith])('the first round or the second', (from) => {
    const rounds = [wrong('a', 'awk'), wrong('b', 'awk', 'a')]
    const tools = (setsAsideFrom: 1 | 2) => replay(rounds, from({ setsAsideFrom })).map((each) => each.blockedTools)
    expect(tools(1)).toEqual([['awk'], ['awk']])
    expect(tools(2)).toEqual([[], ['awk']])
  })
})
