import { isAsAgreed } from '../state/alignment-hash.js'
import { graphFault } from '../state/graph-fault.js'
import type { HaltCode, StateFile } from '../state/state-file.js'

/** Why a loop may not start. */
export interface GateFault {
  readonly code: Extract<HaltCode, 'alignment_missing' | 'invalid_graph'>
  /** Fields that are empty. */
  readonly missing: readonly string[]
  readonly detail: string
}

/** Null when the loop may start: all is agreed on, nothing of it was edited since, and the graph can be worked off. */
export function gateFault(state: StateFile): GateFault | null {
  const { objective, atoms } = state
  const missing = [
    ...(['goal', 'background_intent', 'definition_of_done'] as const).filter((field) => objective[field].trim() === ''),
    ...(objective.deliverables.length === 0 ? ['deliverables'] : []),
    ...(objective.base_case === null ? ['base_case'] : []),
    ...(Object.keys(atoms).length === 0 ? ['atoms'] : []),
    ...(objective.aligned === null ? ['aligned'] : []),
  ]
  if (missing.length > 0)
    return { code: 'alignment_missing', missing, detail: `align first: ${missing.join(', ')} missing` }
  if (!isAsAgreed(objective)) {
    const detail =
      'the objective was edited since it was agreed on: confirm it again by align, or change it by redirect'
    return { code: 'alignment_missing', missing: ['aligned'], detail }
  }
  const fault = graphFault(state)
  return fault === null ? null : { code: 'invalid_graph', missing: [], detail: fault }
}
