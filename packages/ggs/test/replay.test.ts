import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { initialState, replay, step } from '../src/index.js'
import { hyperparametersArbitrary, profileArbitrary, taskArbitrary } from './arbitraries.js'
import { measured, paper, tenths } from './builders.js'

describe('replay', () => {
  it('gives the decisions that were made', () => {
    fc.assert(
      fc.property(
        taskArbitrary,
        hyperparametersArbitrary,
        profileArbitrary,
        (observations, hyperparameters, profile) => {
          const live = []
          let state = initialState
          for (const observation of observations) {
            const [next, decision] = step(state, observation, { hyperparameters, profile })
            live.push(decision)
            if (decision.terminal) break
            state = next
          }
          expect(replay(observations, { hyperparameters, profile })).toEqual(live)
        },
      ),
    )
  })

  it('runs the same trace with other gains', () => {
    const trace = [tenths(6), tenths(4), tenths(2)]
    const directives = (overrides = {}) => replay(trace, paper(overrides)).map(({ directive }) => directive)
    expect(directives()).toEqual(['change_path', 'change_path', 'success'])
    expect(directives({ epsilon: 0.01 })).toEqual(['change_path', 'refine', 'success'])
    expect(directives({ delta: 0.5 })).toEqual(['change_path', 'success'])
    expect(directives({ delta: 0.1 })).toEqual(['change_path', 'change_path', 'change_path'])
  })

  it('runs the same trace under another profile', () => {
    const trace = [tenths(6), tenths(2), tenths(6), tenths(6)]
    const decisions = replay(trace, measured())
    expect(decisions.map(({ directive }) => directive)).toEqual(['refine', 'refine', 'change_path', 'success'])
    expect(replay(trace, { profile: 'paper' }).map(({ directive }) => directive)).toEqual(['change_path', 'success'])
  })

  it('takes any iterable and reads no further than the end of the task', () => {
    const taken: number[] = []
    function* trace() {
      for (const failures of [6, 2, 6]) {
        taken.push(failures)
        yield tenths(failures)
      }
    }
    expect(replay(trace(), paper())).toHaveLength(2)
    expect(taken).toEqual([6, 2])
    expect(replay([])).toEqual([])
  })
})
