import type { ProposedAtom } from '../messages/outputs.js'
import type { Plan } from './plan.js'

/** A model's atoms under ids by code; what depends on one of several alternatives depends on their group. */
export function nodesNamed(
  atoms: readonly ProposedAtom[],
  alternatives: readonly (readonly string[])[],
): Pick<Plan, 'atoms' | 'or_groups'> {
  const ids = new Map(atoms.map(({ name }, index) => [name, `a${index + 1}`]))
  const groupOf = new Map(alternatives.flatMap((names, index) => names.map((name) => [name, `g${index + 1}`] as const)))
  const depOf = (name: string, own: string) => {
    const group = groupOf.get(name)
    return group !== undefined && group !== groupOf.get(own) ? group : (ids.get(name) ?? name)
  }
  const planned = atoms.map(({ name, task, check, depends_on, writes, unknown }) => [
    ids.get(name) ?? name,
    {
      description: task,
      success_criteria: check,
      deps: [...new Set(depends_on.map((dep) => depOf(dep, name)))],
      writes,
      explore: unknown,
    },
  ])
  const groups = alternatives.map((names, index) => [
    `g${index + 1}`,
    { choices: names.map((name) => ids.get(name) ?? name) },
  ])
  return { atoms: Object.fromEntries(planned), or_groups: Object.fromEntries(groups) }
}
