import type { CheckData } from './check-data.js'
import { type GraphStanding, standingOf } from './standing.js'
import type { Atom, StateFile } from './state-file.js'

/** The check of the whole: the base case, and beside it the checks of what people require. Null without a base case. */
export function wholeCheck(state: StateFile): CheckData | null {
  const { base_case: base } = state.objective
  const required = requiredIn(state)
  if (base === null || required.length === 0) return base
  const { isActive } = standingOf(state)
  const checks = required.filter(isActive).map((id) => (state.atoms[id] as Atom).success_criteria)
  const parts = partsOf(base)
  const more = checks.filter((check, index) => !has([...parts, ...checks.slice(0, index)], check))
  return more.length === 0 ? base : { check: 'all', of: [...parts, ...more] }
}

/** Atoms that people require and that are not done. What can't be reached as things are chosen now is left out. */
export function requiredOpen(state: StateFile): readonly string[] {
  const required = requiredIn(state)
  if (required.length === 0) return []
  const standing = standingOf(state)
  return required.filter((id) => isOpen(standing, state.atoms[id]?.group ?? id))
}

/** Atoms and groups of the first rank that are not done: nothing stands above them of which they would be a part. */
export function undoneIn(state: StateFile): readonly string[] {
  const standing = standingOf(state)
  const places = Object.entries(state.atoms).flatMap(([id, { parent, group }]) =>
    parent === null ? [group ?? id] : [],
  )
  return [...new Set(places)].filter((place) => isOpen(standing, place))
}

const isOpen = ({ isActive, isResolved }: GraphStanding, place: string) => isActive(place) && !isResolved(place)

const requiredIn = ({ atoms }: StateFile) => Object.keys(atoms).filter((id) => atoms[id]?.required)

/** The parts that must all hold for a check to hold. */
export const partsOf = (check: CheckData): readonly CheckData[] =>
  check.check === 'all' ? check.of.flatMap(partsOf) : [check]

export const has = (checks: readonly CheckData[], check: CheckData): boolean => {
  const wanted = JSON.stringify(check)
  return checks.some((other) => JSON.stringify(other) === wanted)
}
