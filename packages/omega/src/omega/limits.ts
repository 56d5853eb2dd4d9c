import { type Limits as RuntimeLimits, limitsSchema as runtimeLimits } from '@artoo/runtime'
import * as z from 'zod'
import type { PanelSize } from '../protocol/profile.js'
import { protocol } from '../protocol/thresholds.js'

export const limitsSchema = runtimeLimits.extend({
  iterations: z.number().int().min(1).max(protocol.maxIterations).default(1),
})

export interface Limits extends RuntimeLimits {
  /**
   * Iterations at most: after the first, agents that were not heard yet are sent while the decision may still change. 1 to 10.
   *
   * @defaultValue 1; 2 on a standard or full panel
   */
  readonly iterations: number
}

/** Limits of one deliberation, by the size of its panel: about twice of what its estimate says. */
export const defaultLimits = {
  quick: { timeMs: 600_000, modelCalls: 40, tokens: 100_000, iterations: 1 },
  own: { timeMs: 1_800_000, modelCalls: 100, tokens: 300_000, iterations: 1 },
  standard: { timeMs: 1_800_000, modelCalls: 150, tokens: 600_000, iterations: 2 },
  full: { timeMs: 3_600_000, modelCalls: 400, tokens: 2_000_000, iterations: 2 },
} as const satisfies Record<PanelSize | 'own', Partial<Limits>>
