import { hasActed } from '../evidence/evidence.js'
import type { ReplanRequest, SubTaskOutcome } from '../messages/outcome.js'

/** The outcome of a part that met most criteria so far, by the id of the part's latest outcome. */
export interface BestPart {
  readonly subtaskId: string
  readonly best: SubTaskOutcome
}

const metBy = ({ verdicts }: SubTaskOutcome) => verdicts.filter(({ verdict }) => verdict === 'pass').length

/**
 * The best outcomes of the parts that failed in a round. One of an earlier round is kept if it met more criteria, unless the
 * round changed the world: what it says may no longer hold then.
 */
export function bestPartsAfter(known: readonly BestPart[], { outcomes }: ReplanRequest): readonly BestPart[] {
  const isChanged = outcomes.some(({ toolCalls }) => toolCalls.some(hasActed))
  return outcomes
    .filter(({ status }) => status === 'failed')
    .map((outcome) => {
      const before = isChanged ? null : known.find(({ subtaskId }) => subtaskId === outcome.replaces)?.best
      return { subtaskId: outcome.subtaskId, best: before && metBy(before) > metBy(outcome) ? before : outcome }
    })
}

/** The outcomes of a round, each part that failed as it was at its best. */
export const atTheirBest = (outcomes: readonly SubTaskOutcome[], parts: readonly BestPart[]): SubTaskOutcome[] =>
  outcomes.map((outcome) => parts.find(({ subtaskId }) => subtaskId === outcome.subtaskId)?.best ?? outcome)
