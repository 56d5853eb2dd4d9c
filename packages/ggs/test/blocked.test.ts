import { describe, expect, it } from 'vitest'
import { replay } from '../src/index.js'
import { call, criterion, failing, last, measured, observation, outcome, paper, tenths } from './builders.js'

describe('what the paper blocks', () => {
  const logical = [failing({ failureClass: 'logical' })]
  const environmental = [failing({ failureClass: 'environmental' })]

  it('blocks the tools of logically failing outcomes only', () => {
    const round = observation([
      outcome('a', {
        criteria: [...logical, ...logical],
        calls: [call('shell', 'a'), call('glob', 'b'), call('shell', 'c')],
      }),
      outcome('b', { criteria: environmental, calls: [call('read_file', 'd', true)] }),
      outcome('c', { criteria: [criterion()], calls: [call('write_file', 'e')] }),
    ])
    expect(last([round, round], paper())).toMatchObject({
      directive: 'break_symmetry',
      blockedTools: ['shell', 'glob'],
    })
  })

  it('blocks the tools of every failing outcome when none is classified as logical', () => {
    const round = observation([
      outcome('a', { status: 'failed', calls: [call('shell', null)] }),
      outcome('b', { calls: [call('glob', null)] }),
    ])
    expect(last([round, round], paper({ rho: 0.4 }))).toMatchObject({
      directive: 'break_symmetry',
      blockedTools: ['shell'],
    })
  })

  it('blocks tools when the approach must change although there is a signal', () => {
    const wrong = (share: number) =>
      observation([
        outcome('a', {
          criteria: [failing({ mode: 'plausible', failureClass: 'logical', failedAttempts: share, attempts: 5 })],
          calls: [call('shell', null)],
        }),
      ])
    expect(last([wrong(5), wrong(2)], paper())).toMatchObject({ directive: 'change_approach', blockedTools: ['shell'] })
  })

  it('does not carry blocked tools into the next round', () => {
    const bad = (tool: string) => observation([outcome('a', { criteria: logical, calls: [call(tool, null)] })])
    const rounds = replay([bad('awk'), bad('shell'), bad('glob')], paper())
    expect(rounds.map(({ blockedTools }) => blockedTools)).toEqual([['awk'], ['shell'], ['glob']])
  })

  it('blocks tools in the first round, as section 5.4 says', () => {
    const round = observation([outcome('a', { criteria: logical, calls: [call('shell', null)] })])
    expect(last([round], paper())).toMatchObject({ directive: 'break_symmetry', blockedTools: ['shell'] })
  })

  it('blocks no tool when the path is to blame', () => {
    const round = observation([outcome('a', { criteria: environmental, calls: [call('glob', 'x', true)] })])
    expect(last([round], paper())).toMatchObject({ directive: 'change_path', blockedTools: [] })
  })

  it('blocks the targets of failed calls, or of all calls when none failed', () => {
    const round = observation([
      outcome('a', {
        criteria: environmental,
        calls: [call('glob', 'good'), call('glob', 'bad', true), call('shell', null, true)],
      }),
      outcome('b', {
        status: 'failed',
        failureClass: 'environmental',
        calls: [call('read_file', 'empty'), call('shell', null)],
      }),
      outcome('c', { criteria: logical, calls: [call('shell', 'logical', true)] }),
      outcome('d', { calls: [call('glob', 'matched', true)] }),
    ])
    expect(last([round], paper()).blockedTargets).toEqual([
      { tool: 'glob', target: 'bad' },
      { tool: 'read_file', target: 'empty' },
    ])
  })

  it('accumulates blocked targets over the task, each once, and keeps them under every directive', () => {
    const bad = (target: string) =>
      observation([outcome('a', { criteria: environmental, calls: [call('glob', target, true)] })])
    const wrong = observation([outcome('a', { criteria: logical, calls: [call('shell', 'z', true)] })])
    const decisions = replay([bad('x'), bad('y'), bad('x'), wrong], paper({ maxReplans: 9 }))
    expect(decisions.map(({ blockedTargets }) => blockedTargets.map(({ target }) => target))).toEqual([
      ['x'],
      ['x', 'y'],
      ['x', 'y'],
      ['x', 'y'],
    ])
    expect(decisions.at(-1)?.directive).toBe('change_approach')
  })
})

describe('what a table blocks for the next plan', () => {
  const logical = [failing({ failureClass: 'logical' })]

  it('are tools of what is far and logically wrong, from the second round on', () => {
    const round = observation([
      outcome('a', { criteria: logical, calls: [call('shell', 'a'), call('glob', 'b')], replaces: 'a' }),
      outcome('b', { criteria: [failing()], calls: [call('read_file', 'c')], replaces: 'b' }),
      outcome('c', { criteria: [criterion()], calls: [call('write_file', 'd')] }),
    ])
    expect(replay([round, round], measured()).map(({ blockedTools }) => blockedTools)).toEqual([[], ['shell', 'glob']])
  })

  it('are targets of failed calls in what failed environmentally, for the next plan', () => {
    const round = observation([
      outcome('a', { criteria: [failing()], calls: [call('glob', 'x', true), call('glob', 'y')] }),
      outcome('b', { criteria: [failing()], calls: [call('glob', 'z')] }),
      outcome('c', { criteria: logical, calls: [call('glob', 'w', true)] }),
      outcome('d', { criteria: [criterion()], calls: [call('glob', 'v', true)] }),
    ])
    expect(last([round], measured()).blockedTargets).toEqual([{ tool: 'glob', target: 'x' }])
    expect(last([round, tenths(5)], measured()).blockedTargets).toEqual([])
  })
})
