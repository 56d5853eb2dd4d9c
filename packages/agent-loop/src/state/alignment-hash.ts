import { sha256 } from '@artoo/spec'
import type { Objective } from './state-file.js'

/** SHA-256 of what was agreed on, limits included. */
export function alignmentHash(objective: Objective): string {
  const { goal, background_intent, deliverables, definition_of_done, base_case } = objective
  const { constraints, protected_files, allowed_commands } = objective
  const limits = Object.entries(constraints)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const agreed = [
    goal,
    background_intent,
    deliverables,
    definition_of_done,
    base_case,
    limits,
    protected_files,
    allowed_commands,
  ]
  return sha256(JSON.stringify(agreed))
}

/** True when the objective was not edited since it was agreed on. */
export const isAsAgreed = (objective: Objective): boolean => objective.aligned?.hash === alignmentHash(objective)
