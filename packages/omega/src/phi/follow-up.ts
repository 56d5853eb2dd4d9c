import type { AgentMessage } from '../messages/agent-message.js'
import type { RecoveryKind, Trigger } from '../session/log-event.js'
import type { SessionState } from '../session/state.js'
import type { Classification } from './classification.js'
import { leastCovered } from './genesis.js'
import { beyondGenesis } from './plan.js'
import { attackersFor, defaultVerifier, followUp, genesisBounds, idsOf, isIn, priorities } from './priorities.js'

/** What a later plan follows from. */
export interface FollowUp
  extends Pick<
    SessionState,
    'deployed' | 'removed' | 'messages' | 'claims' | 'contradictions' | 'recoveries' | 'questions'
  > {
  readonly trigger: Trigger
  readonly classification: Classification
  /** Which recovery, for the trigger `recovery`; null for all others. */
  readonly kind: RecoveryKind | null
}

/** Whom a trigger calls for, and nobody else: what every iteration ends with is added to it. Empty: nobody is left. */
export type Rule = (followUp: FollowUp) => readonly number[]

/** Each of the ways out that 4.2.3 knows, and the two that detectors ask for. */
const recoveryRules: Readonly<Record<RecoveryKind, Rule>> = {
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
  // Nobody else is sent before the contradictions are settled (4.2.2).
  resolve_contradictions: ({ removed }) => [50].filter((id) => !removed.includes(id)),
  // More attacks can only lower what has collapsed; an independent check can raise it.
  restore_confidence: (given) => verifiers(given, followUp.verifiers + 1),
}

export const followUpRules: Readonly<Record<Exclude<Trigger, 'first' | 'clarified'>, Rule>> = {
  contradiction: (given) => {
    if (unresolved(given).length === 0) return []
    const parties = partiesOf(given).filter((id) => isIn('GENESIS', id))
    return [...rerunnable(given, parties).slice(0, followUp.parties), ...verifiers(given)]
  },
  // What raises confidence is an attack that was survived and a check by somebody new. At high stakes, where several
  // passes of verification are due, one by somebody who has checked before also counts.
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

/** How often each agent was heard; one that was sent and not heard counts as one that was. */
function runs({ messages, deployed }: FollowUp): (agent: number) => number {
  const heard = new Map<number, number>()
  for (const { header } of messages) heard.set(header.agentId, (heard.get(header.agentId) ?? 0) + 1)
  return (agent) => heard.get(agent) ?? (deployed.includes(agent) ? 1 : 0)
}

/** Those of `ids` that may be sent once more, the least heard first, otherwise in their order. */
function rerunnable(given: FollowUp, ids: readonly number[], but: readonly number[] = []): readonly number[] {
  const runsOf = runs(given)
  return [...new Set(ids)]
    .filter((id) => id < 46 && !given.removed.includes(id) && !but.includes(id) && runsOf(id) < followUp.runs)
    .toSorted((a, b) => runsOf(a) - runsOf(b))
}

function unused(given: FollowUp, ids: readonly number[]): readonly number[] {
  const runsOf = runs(given)
  return rerunnable(given, ids).filter((id) => runsOf(id) === 0)
}

function verifiers(given: FollowUp, count: number = followUp.verifiers): readonly number[] {
  return rerunnable(given, verifierOrder(given)).slice(0, count)
}

function verifierOrder({ classification: { type } }: FollowUp): readonly number[] {
  const suited = [defaultVerifier[type], ...priorities[type]].filter((id) => isIn('VERIFICATION', id))
  return [...new Set([...suited, ...idsOf('VERIFICATION')])]
}

function attackerOrder({ classification: { type } }: FollowUp): readonly number[] {
  const suited = priorities[type].filter((id) => isIn('ADVERSARY', id))
  return [...new Set([...suited, ...attackersFor.MEDIUM, ...idsOf('ADVERSARY')])].filter((id) => id !== 46)
}

export function unresolved({ contradictions }: Pick<FollowUp, 'contradictions'>): FollowUp['contradictions'] {
  return contradictions.filter(({ resolution }) => resolution === null)
}

/** Who made or supports a claim that is at odds with another. */
function partiesOf(given: FollowUp): readonly number[] {
  const concerned = new Set(unresolved(given).flatMap(({ a, b }) => [a, b]))
  return given.claims
    .filter(({ id }) => concerned.has(id))
    .flatMap(({ proposedBy, supporters }) => [proposedBy, ...supporters.map(({ agent }) => agent)])
}

/** Who said in the newest iteration that an output of another's contradicts its own, and that other. */
function flagged({ messages }: FollowUp): readonly number[] {
  const newest = Math.max(0, ...messages.map(({ header }) => header.iteration))
  return messages
    .filter(({ header, flags }) => header.iteration === newest && flags.contradictionWith !== null)
    .flatMap(({ header, flags }) => [
      header.agentId,
      ...(flags.contradictionWith === null ? [] : [flags.contradictionWith]),
    ])
}

/**
 * What quality control found failing: the outputs that its last report contradicts or qualifies, with a fresh pair of
 * eyes for each tier among them. A claim that it doubts is a matter of verification; when it names nothing, both are.
 */
function faulted({ messages }: FollowUp): { agents: readonly number[]; verification: boolean; attack: boolean } {
  const report: AgentMessage | undefined = messages.findLast(({ header }) => header.agentId === 52)
  const doubts = (report?.body.references ?? []).filter(({ type }) => type === 'CONTRADICTS' || type === 'QUALIFIES')
  const agents = doubts.flatMap(({ agent }) => (agent === null ? [] : [agent]))
  return {
    agents,
    verification:
      doubts.length === 0 ||
      doubts.some(({ claim }) => claim !== null) ||
      agents.some((id) => isIn('VERIFICATION', id)),
    attack: doubts.length === 0 || agents.some((id) => isIn('ADVERSARY', id)),
  }
}
