import type { RecoveryKind, Trigger } from '../protocol/log-event.js'
import {
  attackerOrder,
  type FollowUp,
  faulted,
  flagged,
  partiesOf,
  rerunnable,
  unresolved,
  unused,
  verifierOrder,
  verifiers,
} from './follow-up.js'
import { leastCovered } from './genesis.js'
import { beyondGenesis } from './plan.js'
import { followUp, genesisBounds, isIn } from './priorities.js'

/**
 * The agents that a trigger calls for; those that every iteration ends with are added to them. Empty when no agent is
 * left.
 */
export type FollowUpRule = (followUp: FollowUp) => readonly number[]

/** Each of the ways out that 4.2.3 knows, and the two that detectors ask for. */
const recoveryRules: Readonly<Record<RecoveryKind, FollowUpRule>> = {
  constrain: (given) => [...rerunnable(given, [3, 11]), ...verifiers(given)],
  decompose: (given) => rerunnable(given, [4, 21]),
  // Begins again: GENESIS agents that have said nothing yet, and a full pass over what they find.
  pivot: (given) => {
    const { classification, removed, deployed } = given
    const fresh = leastCovered(
      deployed.filter((id) => isIn('GENESIS', id)),
      genesisBounds[classification.uncertainty].least,
      new Set(removed),
    )
    return fresh.length === 0 ? [] : [...fresh, ...beyondGenesis(classification, new Set(removed))]
  },
  // Only the resolver is sent before the contradictions are settled (4.2.2).
  resolve_contradictions: ({ removed }) => [50].filter((id) => !removed.includes(id)),
  // More attacks can only lower what has collapsed; an independent check can raise it.
  restore_confidence: (given) => verifiers(given, followUp.verifiers + 1),
}

export const followUpRules: Readonly<Record<Exclude<Trigger, 'first' | 'clarified'>, FollowUpRule>> = {
  contradiction: (given) => {
    if (unresolved(given).length === 0) return []
    const parties = partiesOf(given).filter((id) => isIn('GENESIS', id))
    return [...rerunnable(given, parties).slice(0, followUp.parties), ...verifiers(given)]
  },
  // Two things raise confidence: an attack that was survived and a check by a new agent. At high stakes, where several
  // passes of verification are due, a check by an agent that has checked before also counts.
  confidence: (given) => {
    const fresh = unused(given, attackerOrder(given)).slice(0, followUp.attackers)
    const checks = unused(given, verifierOrder(given)).slice(0, followUp.verifiers)
    const passes = checks.length === 0 && given.classification.stakes === 'HIGH' ? verifiers(given) : checks
    return [...fresh, ...passes]
  },
  gap: (given) => {
    const count = Math.min(Math.max(given.questions.open.length, 1), followUp.explorers)
    const spoken = given.deployed.filter((id) => isIn('GENESIS', id))
    return leastCovered(spoken, count, new Set(given.removed))
  },
  conflict: (given) => rerunnable(given, [...partiesOf(given), ...flagged(given)]).slice(0, followUp.chosen),
  quality: (given) => {
    const tiers = faulted(given)
    const again = rerunnable(given, tiers.agents).slice(0, followUp.chosen - 2)
    return [
      ...again,
      ...(tiers.verification ? rerunnable(given, verifierOrder(given), again).slice(0, 1) : []),
      ...(tiers.attack ? rerunnable(given, attackerOrder(given), again).slice(0, 1) : []),
    ]
  },
  recovery: (given) => {
    const { kind, recoveries } = given
    // Counted so that it doesn't matter whether the recovery has been logged when its plan is made.
    if (kind === null || recoveries.filter((used) => used === kind).length > 1) return []
    return recoveryRules[kind](given)
  },
}
