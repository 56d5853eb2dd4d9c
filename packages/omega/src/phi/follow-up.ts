import * as z from 'zod'
import type { Tier } from '../protocol/card.js'
import type { Classification } from '../protocol/classification.js'
import type { RecoveryKind, Trigger } from '../protocol/log-event.js'
import type { SessionState } from '../protocol/state.js'
import { attackersFor, defaultVerifier, followUp, idsOf, isIn, priorities } from './priorities.js'

/** The state from which a later plan follows. */
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

/** The number of outputs of each agent; one that was sent without an output counts as one. */
function runs({ messages, deployed }: FollowUp): (agent: number) => number {
  const heard = new Map<number, number>()
  for (const { header } of messages) heard.set(header.agentId, (heard.get(header.agentId) ?? 0) + 1)
  return (agent) => heard.get(agent) ?? (deployed.includes(agent) ? 1 : 0)
}

/** The agents among `ids` that may be sent once more, those with the fewest outputs first, otherwise in their order. */
export function rerunnable(given: FollowUp, ids: readonly number[], but: readonly number[] = []): readonly number[] {
  const runsOf = runs(given)
  return [...new Set(ids)]
    .filter(
      (id) => id <= 47 && id !== 46 && !given.removed.includes(id) && !but.includes(id) && runsOf(id) < followUp.runs,
    )
    .toSorted((a, b) => runsOf(a) - runsOf(b))
}

export function unused(given: FollowUp, ids: readonly number[]): readonly number[] {
  const runsOf = runs(given)
  return rerunnable(given, ids).filter((id) => runsOf(id) === 0)
}

export function verifiers(given: FollowUp, count: number = followUp.verifiers): readonly number[] {
  return rerunnable(given, verifierOrder(given)).slice(0, count)
}

export function verifierOrder({ classification: { type } }: FollowUp): readonly number[] {
  const suited = [defaultVerifier[type], ...priorities[type]].filter((id) => isIn('VERIFICATION', id))
  return [...new Set([...suited, ...idsOf('VERIFICATION')])]
}

export function attackerOrder({ classification: { type } }: FollowUp): readonly number[] {
  const suited = priorities[type].filter((id) => isIn('ADVERSARY', id))
  return [...new Set([...suited, ...attackersFor.MEDIUM, ...idsOf('ADVERSARY')])].filter((id) => id !== 46)
}

export function unresolved({ contradictions }: Pick<FollowUp, 'contradictions'>): FollowUp['contradictions'] {
  return contradictions.filter(({ resolution }) => resolution === null)
}

/** The agents that made or support a claim that is at odds with another. */
export function partiesOf(given: FollowUp): readonly number[] {
  const concerned = new Set(unresolved(given).flatMap(({ a, b }) => [a, b]))
  return given.claims
    .filter(({ id }) => concerned.has(id))
    .flatMap(({ proposedBy, supporters }) => [proposedBy, ...supporters.map(({ agent }) => agent)])
}

/** The agents whose output of the newest iteration says that it contradicts another's, and those others. */
export function flagged({ messages }: FollowUp): readonly number[] {
  const newest = Math.max(0, ...messages.map(({ header }) => header.iteration))
  return messages
    .filter(({ header, flags }) => header.iteration === newest && flags.contradictionWith !== null)
    .flatMap(({ header, flags }) => [
      header.agentId,
      ...(flags.contradictionWith === null ? [] : [flags.contradictionWith]),
    ])
}

/**
 * The remedy for a failing criterion of quality control. Every other criterion is a matter of the synthesis, which
 * follows anyhow.
 */
const remedies: Readonly<Record<string, 'verification' | 'attack' | 'clarity'>> = {
  CORRECTNESS: 'verification',
  SUPPORT: 'verification',
  COMPLETENESS: 'attack',
  CLARITY: 'clarity',
  USEFULNESS: 'clarity',
}

/** The part of its report that says so: whoever writes it in another form has named no criterion. */
const scores = z.object({
  criteria: z.array(z.object({ criterion: z.string(), threshold: z.number(), score: z.number() })),
})

/**
 * The outputs that quality control's last report contradicts or qualifies, with a new agent for each tier among them or
 * for a failing criterion. A doubted claim calls for verification; a report that names nothing calls for both.
 */
export function faulted({ messages }: FollowUp): {
  agents: readonly number[]
  verification: boolean
  attack: boolean
} {
  const body = messages.findLast(({ header }) => header.agentId === 52)?.body
  const doubts = (body?.references ?? []).filter(({ type }) => type === 'CONTRADICTS' || type === 'QUALIFIES')
  const doubted = doubts.flatMap(({ agent }) => (agent === null ? [] : [agent]))
  const short = (scores.safeParse(body?.content).data?.criteria ?? [])
    .filter(({ score, threshold }) => score < threshold)
    .map(({ criterion }) => remedies[criterion])
  const unnamed = doubts.length === 0 && short.length === 0
  const isDoubted = (tier: Tier) => doubted.some((id) => isIn(tier, id))
  return {
    agents: [...doubted, ...(short.includes('clarity') ? [47] : [])],
    verification:
      unnamed ||
      short.includes('verification') ||
      doubts.some(({ claim }) => claim !== null) ||
      isDoubted('VERIFICATION'),
    attack: unnamed || short.includes('attack') || isDoubted('ADVERSARY'),
  }
}
