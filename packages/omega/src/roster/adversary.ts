import type { AgentCard } from '../protocol/card.js'
import { attacksOnPosition } from './adversary/position.js'
import { attacksOnReasons } from './adversary/reasons.js'

export const adversaryCards = [...attacksOnReasons, ...attacksOnPosition] as const satisfies readonly AgentCard[]
