import { describe, expect, it } from 'vitest'
import { initialState, type Observation, step } from '../src/index.js'

describe('step', () => {
  it('orders another path when the first round fails environmentally', () => {
    const observation: Observation = {
      outcomes: [
        {
          id: 'a',
          status: 'failed',
          criteria: [],
          failureClass: 'environmental',
          calls: [{ tool: 'glob', target: 'src/missing', failed: true }],
        },
      ],
      elapsedMs: 1_000,
      accepted: false,
    }
    const [state, decision] = step(initialState, observation)
    expect(decision.directive).toBe('change_path')
    expect(decision.blockedTargets).toEqual([{ tool: 'glob', target: 'src/missing' }])
    expect(state.replans).toBe(1)
  })
})
