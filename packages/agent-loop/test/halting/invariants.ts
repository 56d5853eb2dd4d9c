import { type StateFile, stateFile } from '@artoo/agent-loop'
import { graphFault } from '../../src/state/graph-fault.js'
import { standingOf } from '../../src/state/standing.js'
import type { Repository } from './repository.js'

/** What must hold after every commit, and doesn't. */
export function whatIsWrong(state: StateFile): readonly string[] {
  const { atoms, bindings, in_flight, objective } = state
  const launches = Object.values(in_flight)
  const graph = graphFault(state)
  return [
    ...(launches.length > objective.constraints.max_parallel_agents ? [`${launches.length} launches at once`] : []),
    ...Object.entries(atoms).flatMap(([id, { status, children }]) => {
      const isBound = Object.hasOwn(bindings, id)
      const isUnderWay = launches.some(({ atom }) => atom === id)
      return [
        ...(children.length === 0 && (status === 'resolved') !== isBound
          ? [`${id} is ${status}, bound: ${isBound}`]
          : []),
        ...((status === 'in_progress') !== isUnderWay ? [`${id} is ${status}, under way: ${isUnderWay}`] : []),
      ]
    }),
    ...Object.keys(bindings).flatMap((id) => (atoms[id] ? [] : [`${id} is bound and no atom`])),
    ...(graph === null ? [] : [graph]),
  ]
}

/** What must hold as well, and takes longer to see. */
export function whatIsWrongAtRest(state: StateFile, repository: Repository): readonly string[] {
  const shape = stateFile.safeParse(state)
  const standing = standingOf(state)
  const commits = Object.values(state.bindings).flatMap(({ commit }) => commit ?? [])
  const stands = repository.at(state.head)
  const isSame = commits.length === stands.size && commits.every((commit) => stands.has(commit))
  return [
    ...(shape.success ? [] : [shape.error.message]),
    ...Object.keys(state.bindings).flatMap((id) => (standing.isActive(id) ? [] : [`${id} is bound and not wanted`])),
    ...Object.entries(state.atoms).flatMap(([id, { agreed, children, status }]) => {
      const isOwed = agreed && children.length > 0 && status !== 'resolved' && standing.isActive(id)
      return isOwed && state.control.status === 'completed' ? [`completed, and ${id} is ${status}`] : []
    }),
    ...(isSame ? [] : [`bound: ${commits}; in the tree: ${[...stands]}`]),
  ]
}
