import { has, partsOf } from '../state/whole.js'
import type { Plan } from './plan.js'

/** Atoms and groups that the base case doesn't ask for, as far as their checks tell: the loop could end without them. */
export function besideBaseCase({ base_case, atoms, or_groups = {} }: Plan): readonly string[] {
  const parts = partsOf(base_case)
  const ways = parts.flatMap((part) => (part.check === 'any' ? part.of : [part]))
  const choices = new Set(Object.values(or_groups).flatMap((group) => group.choices))
  const isBeside = (choice: string) => !has(ways, atoms[choice]?.success_criteria ?? base_case)
  const groups = Object.entries(or_groups).filter(
    ([, group]) => !group.choices.some((choice) => atoms[choice]?.required) && group.choices.some(isBeside),
  )
  const alone = Object.entries(atoms).filter(
    ([id, { success_criteria: check, required }]) => !choices.has(id) && !required && !has(parts, check),
  )
  return [...alone, ...groups].map(([id]) => id)
}

/** The plan with every atom required; of a group, that it is decided. */
export function withAllRequired(plan: Plan): Plan {
  const atoms = Object.entries(plan.atoms).map(([id, atom]) => [id, { ...atom, required: true }])
  return { ...plan, atoms: Object.fromEntries(atoms) }
}
