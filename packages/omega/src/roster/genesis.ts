import type { AgentCard } from '../protocol/card.js'
import { analogy } from './genesis/analogy.js'
import { creativity } from './genesis/creativity.js'
import { decomposition } from './genesis/decomposition.js'
import { extremes } from './genesis/extremes.js'
import { intuition } from './genesis/intuition.js'

export const genesisCards = [
  ...decomposition,
  ...analogy,
  ...intuition,
  ...creativity,
  ...extremes,
] as const satisfies readonly AgentCard[]
