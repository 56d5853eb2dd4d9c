import type { Cluster } from '../protocol/card.js'
import { type Classification, characteristics } from '../protocol/classification.js'
import { clusterOf, idsOf, isIn } from '../roster/tiers.js'
import { genesisBounds, genesisFor, leastClusters, priorities } from './priorities.js'

/**
 * Chooses the agents of the type's priority list, then those of the characteristics in the order of the matrix, as many
 * as the uncertainty allows; then others until there are enough, from at least three clusters. Agents that served badly
 * in such problems (`repelled`) come last of each.
 */
export function chooseGenesis(
  classification: Classification,
  excluded: ReadonlySet<number>,
  repelled: readonly number[] = [],
): readonly number[] {
  const { least, most } = genesisBounds[classification.uncertainty]
  const first = priorities[classification.type].filter((id) => isIn('GENESIS', id))
  const called = characteristics
    .filter((characteristic) => classification.characteristics.includes(characteristic))
    .flatMap((characteristic): readonly number[] => genesisFor[characteristic])
  const wanted = [...new Set<number>([...first, ...called])]
    .filter((id) => !excluded.has(id))
    .toSorted((a, b) => Number(repelled.includes(a)) - Number(repelled.includes(b)))

  let agents: readonly number[] = wanted.slice(0, most)
  agents = [...agents, ...leastCovered(agents, least - agents.length, excluded, repelled)]
  while (coverage(agents).size < leastClusters) {
    const [next] = leastCovered(agents, 1, excluded, repelled)
    if (next === undefined || coverage(agents).has(clusterOf(next))) break
    // Full with one or two clusters: the one wanted least makes room.
    agents = [...(agents.length < most ? agents : agents.slice(0, -1)), next]
  }
  return agents
}

/** Up to `count` more GENESIS agents, each of the cluster that has fewest in `covered` by then, the lowest id first. */
export function leastCovered(
  covered: readonly number[],
  count: number,
  excluded: ReadonlySet<number>,
  repelled: readonly number[] = [],
): readonly number[] {
  const chosen: number[] = []
  while (chosen.length < count) {
    const all = [...covered, ...chosen]
    const counts = coverage(all)
    const taken = (id: number) => counts.get(clusterOf(id)) ?? 0
    const last = (id: number) => Number(repelled.includes(id))
    const [next] = idsOf('GENESIS')
      .filter((id) => !all.includes(id) && !excluded.has(id))
      .toSorted((a, b) => last(a) - last(b) || taken(a) - taken(b) || a - b)
    if (next === undefined) break
    chosen.push(next)
  }
  return chosen
}

/** The number of these agents in each cluster; agents of other tiers don't count. */
function coverage(agents: readonly number[]): ReadonlyMap<Cluster | null, number> {
  const counts = new Map<Cluster | null, number>()
  for (const id of agents) {
    if (!isIn('GENESIS', id)) continue
    const cluster = clusterOf(id)
    counts.set(cluster, (counts.get(cluster) ?? 0) + 1)
  }
  return counts
}
