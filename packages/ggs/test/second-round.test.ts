import { describe, expect, it } from 'vitest'
import { initialState, type Observation, step } from '../src/index.js'
import { call, last, measured, observation, outcome, paper, tenths } from './builders.js'

describe('a second round of the paper', () => {
  it.each<[string, Observation, Observation, string, string]>([
    ['improves environmentally', tenths(9), tenths(5), 'refine', 'low'],
    [
      'improves logically',
      tenths(9, { failureClass: 'logical' }),
      tenths(5, { failureClass: 'logical' }),
      'change_approach',
      'low',
    ],
    ['worsens environmentally', tenths(4), tenths(9), 'refine', 'high'],
    [
      'worsens logically',
      tenths(4, { failureClass: 'logical' }),
      tenths(9, { failureClass: 'logical' }),
      'change_approach',
      'high',
    ],
    ['stands still environmentally', tenths(5), tenths(5), 'change_path', 'normal'],
    [
      'stands still logically',
      tenths(5, { failureClass: 'logical' }),
      tenths(5, { failureClass: 'logical' }),
      'break_symmetry',
      'normal',
    ],
  ])('that %s', (_name, first, second, directive, urgency) => {
    expect(last([first, second], paper())).toMatchObject({ directive, urgency })
  })

  it('takes |∇L| = ε as a signal, and as no worsening for Law 2', () => {
    // One replan costs 0.08 and 37.5 s cost 0.02: exactly ε, although D and P have not moved.
    const [state, decision] = step(step(initialState, tenths(5), paper())[0], tenths(5, { elapsedMs: 37_500 }), paper())
    expect(decision).toMatchObject({ gradient: 0.1, directive: 'refine', urgency: 'high' })
    expect(state.worseningCount).toBe(0)
  })
})

describe('a second round of a table that settles at the end', () => {
  const logical = { failureClass: 'logical' } as const
  const failed = { calls: [call('glob', 'x', true)] }
  it.each<[string, Observation, Observation, string, string]>([
    ['improves environmentally', tenths(10), tenths(8), 'refine', 'low'],
    ['stands still environmentally', tenths(8), tenths(8), 'change_path', 'normal'],
    ['worsens environmentally', tenths(7), tenths(9), 'change_path', 'high'],
    ['improves logically', tenths(10, logical), tenths(8, logical), 'break_symmetry', 'low'],
    ['stands still logically', tenths(8, logical), tenths(8, logical), 'break_symmetry', 'normal'],
    ['has come within µ', tenths(6), tenths(5), 'refine', 'normal'],
    ['has come within µ logically', tenths(6, logical), tenths(5, logical), 'refine', 'low'],
    ['saw a call fail', tenths(10, failed), tenths(5, { ...failed, ...logical }), 'change_path', 'normal'],
  ])('that %s', (_name, first, second, directive, urgency) => {
    expect(last([first, second], measured())).toMatchObject({ directive, urgency })
  })

  it('takes an outcome that replaces none as new, though the round has a gradient', () => {
    const anew = observation([{ ...(tenths(8).outcomes[0] ?? outcome('')), id: 'new', replaces: null }])
    const decision = last([tenths(8), anew], measured())
    expect(decision).toMatchObject({ directive: 'refine', gradient: 0, orders: [{ gradient: null }] })
    expect(decision.rationale).toBe(
      'no call failed and D = 0.8 exceeds µ = 0.5 and P = 0 is within ρ = 0.5: tighten the parameters.',
    )
  })
})
