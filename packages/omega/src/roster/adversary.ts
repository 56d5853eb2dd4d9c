import { attacksOnPosition } from './adversary/position.js'
import { attacksOnReasons } from './adversary/reasons.js'
import type { AgentCard } from './card.js'

export const adversaryCards = [...attacksOnReasons, ...attacksOnPosition] as const satisfies readonly AgentCard[]
