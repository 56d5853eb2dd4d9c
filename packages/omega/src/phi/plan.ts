import type { AgentBatch, IterationPlan, Waiver } from '../protocol/batch.js'
import type { Classification } from '../protocol/classification.js'
import { chooseGenesis } from './genesis.js'
import { inLevels } from './levels.js'
import {
  attackersFor,
  bridgesFor,
  clarity,
  defaultVerifier,
  gates,
  idsOf,
  isIn,
  lookedAtBy,
  mandatory,
  priorities,
  verifiersFor,
} from './priorities.js'

export interface PlanOptions {
  /**
   * Agents that are not to be sent, as they failed. One whose verdict a success needs (40, 44, 46, 48, 52) has no
   * substitute and is left out as well, and nothing is waived for it: a success that nobody could look at is none.
   *
   * @defaultValue none
   */
  readonly exclude?: readonly number[]
  /**
   * GENESIS agents that served badly in such problems: they are sent when there are no others.
   *
   * @defaultValue none
   */
  readonly repelled?: readonly number[]
}

/** The plan for a new problem: the agents to send, in order. */
export function plan(classification: Classification, { exclude = [], repelled = [] }: PlanOptions = {}): IterationPlan {
  const excluded = new Set(exclude)
  if (classification.trivial) return planOf(inLevels(without(mandatory, excluded)), { classification })
  if (!classification.wellDefined) return { ...planOf(clarifying(excluded), { classification }), clarifies: true }
  const { agents, dropped } = chooseGenesis(classification, excluded, repelled)
  return planOf(inLevels([...agents, ...beyondGenesis(classification, excluded)]), { classification, dropped })
}

/** All but the GENESIS agents: what any selection of those is followed by. */
export function beyondGenesis(classification: Classification, excluded: ReadonlySet<number>): readonly number[] {
  const { type, stakes, uncertainty } = classification
  const wanted = without(
    [
      ...priorities[type].filter((id) => !isIn('GENESIS', id)),
      ...gates,
      ...bridgesFor[uncertainty],
      defaultVerifier[type],
      ...verifiersFor[stakes],
      ...attackersFor[stakes],
      ...idsOf('META'),
    ],
    excluded,
  )
  // At least one of each, as long as there is one (section 1.3.2); 46 sums up attacks and is none.
  const standIns = [idsOf('VERIFICATION'), idsOf('ADVERSARY').slice(0, -1)].flatMap((tier) =>
    tier.some((id) => wanted.includes(id)) ? [] : without(tier, excluded).slice(0, 1),
  )
  return [...wanted, ...standIns]
}

/**
 * A plan of these batches. What a trivial problem waives, it waives only as long as nobody was sent to look
 * (`deployed`: in earlier iterations).
 */
export function planOf(
  batches: readonly AgentBatch[],
  {
    classification,
    dropped = [],
    deployed = [],
  }: { classification: Classification; dropped?: readonly number[]; deployed?: readonly number[] },
): IterationPlan {
  const sent = new Set([...deployed, ...batches.flatMap(({ agents }) => agents)])
  const unseen = (Object.keys(lookedAtBy) as Waiver[]).filter(
    (waiver) => !lookedAtBy[waiver].every((id) => sent.has(id)),
  )
  return { batches, dropped, waived: classification.trivial ? unseen : [], clarifies: false }
}

function clarifying(excluded: ReadonlySet<number>): AgentBatch[] {
  const steps: readonly AgentBatch[] = [
    { phase: 'EXPLORATION', agents: clarity.first },
    { phase: 'EXPLORATION', agents: clarity.review },
    { phase: 'SYNTHESIS', agents: mandatory },
  ]
  return steps
    .map((step) => ({ ...step, agents: without(step.agents, excluded) }))
    .filter(({ agents }) => agents.length > 0)
}

function without(ids: readonly number[], excluded: ReadonlySet<number>): readonly number[] {
  return ids.filter((id) => !excluded.has(id))
}
