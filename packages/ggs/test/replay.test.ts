import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { initialState, replay, step } from '../src/index.js'
import { hyperparametersArbitrary, observationArbitrary } from './arbitraries.js'
import { tenths } from './builders.js'

describe('replay', () => {
  it('gives the decisions that were made', () => {
    fc.assert(
      fc.property(fc.array(observationArbitrary), hyperparametersArbitrary, (observations, hyperparameters) => {
        const live = []
        let state = initialState
        for (const observation of observations) {
          const [next, decision] = step(state, observation, hyperparameters)
          live.push(decision)
          if (decision.terminal) break
          state = next
        }
        expect(replay(observations, hyperparameters)).toEqual(live)
      }),
    )
  })

  it('runs the same trace with other gains', () => {
    const trace = [tenths(6), tenths(4), tenths(2)]
    const directives = (overrides = {}) => replay(trace, overrides).map(({ directive }) => directive)
    expect(directives()).toEqual(['change_path', 'change_path', 'success'])
    expect(directives({ epsilon: 0.01 })).toEqual(['change_path', 'refine', 'success'])
    expect(directives({ delta: 0.5 })).toEqual(['change_path', 'success'])
    expect(directives({ delta: 0.1 })).toEqual(['change_path', 'change_path', 'change_path'])
  })

  it('takes any iterable and reads no further than the end of the task', () => {
    const taken: number[] = []
    function* trace() {
      for (const failures of [6, 2, 6]) {
        taken.push(failures)
        yield tenths(failures)
      }
    }
    expect(replay(trace())).toHaveLength(2)
    expect(taken).toEqual([6, 2])
    expect(replay([])).toEqual([])
  })
})
