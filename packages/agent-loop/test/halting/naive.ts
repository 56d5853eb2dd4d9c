import type { StateFile } from '@artoo/agent-loop'

/**
 * The measure once more, slowly and from its description alone: repairs, Σ (max_children + 1)^rank − 1 over live atoms that are not
 * split, Σ w(g) · (choices that did not fail), attempts with those under way and own checks to be run, probes with those under way, launches: three of each atom in a row, less
 * those under way; and w(g) = 1 + Σ |choices(h)| · w(h) over groups h behind g.
 */
export type Naive = readonly [number, number, bigint, number, number, number]

type Nodes = Pick<StateFile, 'atoms' | 'or_groups'>

/** All atoms and groups that have to be through before an atom can begin, and, with `isDone`, before it is done. */
export function needs({ atoms, or_groups }: Nodes, id: string): ReadonlySet<string> {
  const found = new Set<string>()
  const done = (other: string) => {
    if (found.has(other)) return
    found.add(other)
    for (const choice of or_groups[other]?.choices ?? []) done(choice)
    for (const child of atoms[other]?.children ?? []) done(child)
    if (atoms[other]) begin(other)
  }
  const begun = new Set<string>()
  const begin = (other: string) => {
    if (begun.has(other)) return
    begun.add(other)
    const { deps, parent } = atoms[other] as StateFile['atoms'][string]
    for (const dep of deps) done(dep)
    if (parent !== null) begin(parent)
  }
  begin(id)
  return found
}

/** An atom with all of its parts. */
export const wholeOf = (nodes: Nodes, id: string): readonly string[] => [
  id,
  ...(nodes.atoms[id]?.children ?? []).flatMap((child) => wholeOf(nodes, child)),
]

export function naiveWeights(nodes: Nodes): ReadonlyMap<string, bigint> {
  const { atoms, or_groups: groups } = nodes
  const known = new Map<string, bigint>()
  const needed = new Map(Object.keys(atoms).map((id) => [id, needs(nodes, id)] as const))
  const weight = (group: string): bigint => {
    const before = known.get(group)
    if (before !== undefined) return before
    let sum = 1n
    for (const [other, { choices }] of Object.entries(groups)) {
      const grounds = groups[group]?.choices.flatMap((choice) => wholeOf(nodes, choice)) ?? []
      const isBehind = choices.some((choice) => grounds.some((ground) => needed.get(choice)?.has(ground)))
      if (isBehind) sum += BigInt(choices.length) * weight(other)
    }
    known.set(group, sum)
    return sum
  }
  for (const group of Object.keys(groups)) weight(group)
  return known
}

export function naiveMeasure(state: StateFile, weights: ReadonlyMap<string, bigint>): Naive {
  const { max_children, max_attempts, max_probes } = state.objective.constraints
  const leaves = Object.values(state.atoms).filter((atom) => atom.status !== 'abandoned' && atom.children.length === 0)
  const isToBeProved = (atom: StateFile['atoms'][string]) =>
    atom.agreed && atom.children.length > 0 && atom.status === 'pending'
  const unproved = Object.values(state.atoms).filter(isToBeProved)
  const unresolved = leaves.filter((atom) => atom.status !== 'resolved')
  const underWay = (role: string) => Object.values(state.in_flight).filter((launch) => launch.role === role).length
  const [works, probes] = [underWay('worker'), underWay('probe')]
  const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0)
  return [
    state.control.repairs_left,
    sum(leaves.map((atom) => (max_children + 1) ** atom.rank - 1)),
    Object.entries(state.or_groups)
      .map(([id, group]) => (weights.get(id) as bigint) * BigInt(group.choices.length - group.failed.length))
      .reduce((total, each) => total + each, 0n),
    sum(unresolved.map((atom) => Math.max(0, max_attempts - atom.attempts))) + works + unproved.length,
    sum(unresolved.map((atom) => Math.max(0, max_probes - atom.probes))) + probes,
    sum(unresolved.map((atom) => 3 - atom.interruptions)) - works - probes,
  ]
}

export function isLess(a: Naive, b: Naive): boolean {
  const at = a.findIndex((part, index) => part !== b[index])
  return at !== -1 && (a[at] as number | bigint) < (b[at] as number | bigint)
}
