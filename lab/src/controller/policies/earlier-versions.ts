import { intentResultDistance, type Profile, profiles } from '@artoo/ggs'
import type { Policy } from './policy.js'
import { settling } from './settling.js'
import { solver } from './solver.js'

/** Roles v0.6: no controller. Feedback, and an end when the gap has widened twice in a row. */
export const version06: Policy = {
  name: 'v0.6',
  start() {
    const settle = settling('accepted')
    let before: number | null = null
    let widened = 0
    return (observation) => {
      const end = settle(observation)
      if (end !== null) return end
      const D = intentResultDistance(observation.outcomes)
      widened = before !== null && D > before ? widened + 1 : 0
      before = D
      if (widened >= 2) return { end: { reason: 'diverging', deliver: null } }
      const failed = observation.outcomes.filter(({ status }) => status === 'failed')
      return {
        orders: failed.map(({ id }) => ({ outcome: id, directive: null, blockedTools: [] })),
        blockedTargets: [],
      }
    }
  },
}

/** Roles v0.7: the sign of ∇L decides first, nothing but an accepted result is delivered, no target is blocked, no Law 2. */
const profile07: Profile = {
  ...profiles.paper,
  name: 'v0.7',
  rows: [
    { when: { cost: ['exhausted'] }, macroState: 'abandon' },
    { when: { cost: ['affordable'], distance: ['near'] }, macroState: 'success' },
    { when: { cost: ['affordable'], distance: ['middle', 'far'], gradient: ['falling'] }, macroState: 'refine' },
    plateau('environmental', 'change_path'),
    plateau('logical', 'break_symmetry'),
    worsening('environmental', 'refine'),
    worsening('logical', 'change_approach'),
  ],
}

function plateau(implausibility: 'environmental' | 'logical', macroState: 'change_path' | 'break_symmetry') {
  return {
    when: {
      cost: ['affordable'],
      distance: ['middle', 'far'],
      gradient: ['none', 'flat'],
      implausibility: [implausibility],
    },
    macroState,
  } as const
}

function worsening(implausibility: 'environmental' | 'logical', macroState: 'refine' | 'change_approach') {
  return {
    when: { cost: ['affordable'], distance: ['middle', 'far'], gradient: ['rising'], implausibility: [implausibility] },
    macroState,
  } as const
}

export const version07: Policy = solver('v0.7', {
  profile: profile07,
  hyperparameters: { worseningLimit: 1_000, delta: 0 },
  blocksTargets: false,
})
