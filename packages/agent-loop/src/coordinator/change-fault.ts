import { ArtooError, describeIssues, errorMessage } from '@artoo/spec'
import { changeData } from '../state/change-data.js'
import { adjusted, corrected } from '../state/corrected.js'
import type { CourseChange, GraphOperation } from '../state/events.js'
import { graphFault } from '../state/graph-fault.js'
import { argvsOf, type StateFile, stateFile } from '../state/state-file.js'
import type { ReviewCheck } from './proposals.js'

/** Why a change can't be made, in words; null when it can. */
export function changeFault(state: StateFile, change: CourseChange, review: ReviewCheck): string | null {
  const shaped = changeData.safeParse(change)
  if (!shaped.success) return `it is no change: ${describeIssues(shaped.error.issues)}`
  if (state.control.status === 'completed' && change.type !== 'objective_change')
    return 'the job is done: only its objective can be changed'
  try {
    const fault = nameFault(state, change) ?? checkFault(state, change, review)
    if (fault !== null) return fault
    const event = { type: 'corrected', change, head: null, residual: [] } as const
    const after = stateFile.safeParse(corrected(state, event, new Date(0).toISOString()))
    if (!after.success) return describeIssues(after.error.issues)
    return change.type === 'dag_adjustment' ? graphFault(after.data) : null
  } catch (error) {
    if (!ArtooError.isInstance(error)) throw error
    return errorMessage(error)
  }
}

function nameFault(state: StateFile, change: CourseChange): string | null {
  switch (change.type) {
    case 'objective_change':
    case 'constraint_change':
      return null
    case 'bindings_override':
      return Object.hasOwn(state.bindings, change.atom) ? null : `${change.atom} is no atom that is resolved by itself`
    case 'dag_adjustment': {
      let before = state
      for (const operation of change.operations) {
        const fault = operationFault(before, operation)
        if (fault !== null) return fault
        before = adjusted(before, operation)
      }
      return null
    }
    default:
      return change satisfies never
  }
}

function operationFault({ atoms, or_groups: groups }: StateFile, operation: GraphOperation): string | null {
  switch (operation.op) {
    case 'add': {
      const { id } = operation.atom
      if (Object.hasOwn(atoms, id) || Object.hasOwn(groups, id)) return `there is a ${id} already`
      const { group } = operation
      return group === undefined || Object.hasOwn(groups, group) ? null : `there is no group ${group}`
    }
    case 'remove': {
      const atom = atoms[operation.atom]
      if (!atom || atom.status === 'abandoned') return `there is no atom ${operation.atom}`
      return atom.parent === null
        ? null
        : `${operation.atom} is a part of ${atom.parent}: remove that, or another way force a choice`
    }
    case 'force': {
      const group = groups[operation.group]
      if (!group) return `there is no group ${operation.group}`
      return group.choices.includes(operation.choice) ? null : `${operation.choice} is no choice of ${operation.group}`
    }
    default:
      return operation satisfies never
  }
}

function checkFault({ objective }: StateFile, change: CourseChange, review: ReviewCheck): string | null {
  const checks =
    change.type === 'objective_change'
      ? [change.objective.base_case ?? null]
      : change.type === 'dag_adjustment'
        ? change.operations.map((operation) => (operation.op === 'add' ? operation.atom.success_criteria : null))
        : []
  const faults = checks.map((check) => (check === null ? null : review(check, argvsOf(objective))))
  return faults.find((fault) => fault !== null) ?? null
}
