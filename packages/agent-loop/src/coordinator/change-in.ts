import { withoutUndefined } from '@artoo/spec'
import type { Redirection } from '../messages/outputs.js'
import type { CourseChange, GraphOperation } from '../state/events.js'
import type { StateFile } from '../state/state-file.js'

/** A model's reading as a change; null when it has none. */
export function changeIn(state: StateFile, { change }: Redirection): CourseChange | null {
  if (change === null) return null
  switch (change.type) {
    case 'objective_change': {
      const { type, description, ...objective } = change
      return { type, description, objective: withoutUndefined(objective) }
    }
    case 'dag_adjustment':
      return { ...change, operations: operationsOf(state, change.operations) }
    case 'constraint_change':
    case 'bindings_override':
      return change as CourseChange
    default:
      return change satisfies never
  }
}

type Proposed = Extract<NonNullable<Redirection['change']>, { type: 'dag_adjustment' }>['operations']

/** Names of the answer become ids that are free. */
function operationsOf(state: StateFile, operations: Proposed): readonly GraphOperation[] {
  const ids = new Map<string, string>()
  for (const operation of operations) {
    if (operation.op === 'add') ids.set(operation.atom.name, freeId(state, [...ids.values()], operation.atom.name))
  }
  const idOf = (name: string) => ids.get(name) ?? name
  return operations.map((operation) => {
    if (operation.op !== 'add') return operation
    const { name, task, check, depends_on, writes, unknown } = operation.atom
    const fields = { description: task, success_criteria: check, deps: depends_on.map(idOf), writes, explore: unknown }
    const required = operation.group === undefined && !operation.optional
    return { op: 'add', atom: { id: idOf(name), ...fields, resources: [], required }, group: operation.group }
  })
}

function freeId({ atoms, or_groups }: StateFile, others: readonly string[], name: string): string {
  const slug = name.replace(/[^\p{L}\p{N}_.-]+/gu, '-').replace(/^[^\p{L}\p{N}]+/u, '') || 'a'
  const isFree = (id: string) =>
    !(id in {}) && !Object.hasOwn(atoms, id) && !Object.hasOwn(or_groups, id) && !others.includes(id)
  if (isFree(slug)) return slug
  for (let number = 2; ; number++) if (isFree(`${slug}-${number}`)) return `${slug}-${number}`
}
