import type { AgentBatch, Phase } from '../protocol/batch.js'
import { protocol } from '../protocol/thresholds.js'
import { isIn } from '../roster/tiers.js'

const levels: readonly { readonly phase: Phase; readonly has: (agent: number) => boolean }[] = [
  { phase: 'FORMALIZATION', has: (agent) => isIn('BRIDGE', agent) },
  { phase: 'VERIFICATION', has: (agent) => isIn('VERIFICATION', agent) && agent !== 34 },
  { phase: 'ATTACK', has: (agent) => isIn('ADVERSARY', agent) && agent !== 46 },
  { phase: 'ATTACK', has: (agent) => agent === 46 },
  // 34 puts numbers on the evidence of all others, attacks included: it is the "final VERIFICATION" of section 1.3.3.
  { phase: 'SYNTHESIS', has: (agent) => agent === 34 || agent === 47 || agent === 49 },
  { phase: 'SYNTHESIS', has: (agent) => agent === 50 },
  { phase: 'SYNTHESIS', has: (agent) => agent === 51 },
  { phase: 'SYNTHESIS', has: (agent) => agent === 48 || agent === 52 },
]

/**
 * Puts agents in the order in which they need each other, side by side where they don't. A level that is larger than
 * what may run in parallel is cut into parts of equal size.
 */
export function inLevels(agents: Iterable<number>): AgentBatch[] {
  const ids = [...new Set(agents)].toSorted((a, b) => a - b)
  return [
    ...explorations(ids).map((part) => ({ phase: 'EXPLORATION' as const, agents: part })),
    ...levels.flatMap(({ phase, has }) => inParts(ids.filter(has)).map((part) => ({ phase, agents: part }))),
  ]
}

/** 4 reviews 1 to 3, so it comes after them: in a second part where there is one. 14 looks across all others. */
function explorations(ids: readonly number[]): (readonly number[])[] {
  const genesis = ids.filter((id) => isIn('GENESIS', id) && id !== 14)
  const others = genesis.filter((id) => id !== 4)
  const waits = genesis.length > others.length && others.some((id) => id <= 3)
  const parts =
    waits && others.length > protocol.maxParallel
      ? inParts([...others, 4])
      : waits
        ? [...inParts(others), [4]]
        : inParts(genesis)
  return [...parts.map((part) => part.toSorted((a, b) => a - b)), ...(ids.includes(14) ? [[14]] : [])]
}

export function inParts(ids: readonly number[]): (readonly number[])[] {
  if (ids.length === 0) return []
  const count = Math.ceil(ids.length / protocol.maxParallel)
  const size = Math.ceil(ids.length / count)
  return Array.from({ length: count }, (_, part) => ids.slice(part * size, (part + 1) * size))
}
