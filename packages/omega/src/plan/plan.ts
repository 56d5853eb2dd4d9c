import type { AgentBatch, IterationPlan, Phase } from '../protocol/batch.js'
import type { Tier } from '../protocol/card.js'
import type { Classification } from '../protocol/classification.js'
import type { PanelSize, Profile } from '../protocol/profile.js'
import { protocol } from '../protocol/thresholds.js'
import type { Roster } from '../roster/roster.js'
import { idsOf, isIn } from '../roster/tiers.js'
import { chooseGenesis, leastCovered } from './genesis.js'
import { inLevels, inParts } from './levels.js'
import {
  attackersFor,
  bridgesFor,
  defaultVerifier,
  gates,
  priorities,
  quickWaves,
  reviewers,
  unweighed,
  verifiersFor,
} from './priorities.js'

export interface PlanOptions {
  /** A size of the protocol's panel, or a panel of one's own. */
  readonly panel: PanelSize | 'own'
  readonly profile: Profile
  readonly roster: Roster
  /** GENESIS agents that served badly in such problems: they are sent when there are no others. @defaultValue none */
  readonly repelled?: readonly number[]
}

const nobody: ReadonlySet<number> = new Set()

/** The plan for a new problem: the agents to send, in order. */
export function plan(classification: Classification, options: PlanOptions): IterationPlan {
  const { panel, profile, roster, repelled = [] } = options
  if (panel === 'own') return planOf(inStances(roster))
  if (isQuick(classification, options)) return planOf(quickWaves)
  if (!classification.wellDefined) {
    return { ...planOf([{ phase: 'EXPLORATION', agents: [47] }]), clarifies: true }
  }
  const width = panel === 'standard' ? 'LOW' : classification.uncertainty
  const agents = chooseGenesis({ ...classification, uncertainty: width }, nobody, repelled)
  const wanted = [...agents, ...beyondGenesis(classification, panel)]
  return planOf(inLevels(profile === 'paper' ? wanted : wanted.filter((id) => !unweighed.includes(id))))
}

/** A trivial problem needs no more than a quick panel; the protocol's conditions can't be met by one. */
const isQuick = ({ trivial }: Classification, { panel, profile }: PlanOptions) =>
  panel === 'quick' || (trivial && profile === 'measured')

const planOf = (batches: readonly AgentBatch[]): IterationPlan => ({ batches, clarifies: false })

/** All but the GENESIS agents: what any selection of those is followed by. A standard panel is as large as one at low stakes. */
function beyondGenesis({ type, stakes, uncertainty }: Classification, panel: PanelSize): readonly number[] {
  const [size, width] = panel === 'standard' ? (['LOW', 'LOW'] as const) : ([stakes, uncertainty] as const)
  return [
    ...priorities[type].filter((id) => !isIn('GENESIS', id)),
    ...gates,
    ...bridgesFor[width],
    defaultVerifier[type],
    ...verifiersFor[size],
    ...attackersFor[size],
    ...idsOf('META'),
  ]
}

const phaseOf = {
  GENESIS: 'EXPLORATION',
  BRIDGE: 'FORMALIZATION',
  VERIFICATION: 'VERIFICATION',
  ADVERSARY: 'ATTACK',
  META: 'SYNTHESIS',
} as const satisfies Partial<Record<Tier, Phase>>

/** Batches in which agents of one stance work side by side. */
function inStances({ cards }: Roster): readonly AgentBatch[] {
  return (Object.keys(phaseOf) as (keyof typeof phaseOf)[]).flatMap((tier) =>
    inParts(cards.filter((card) => card.tier === tier).map(({ id }) => id)).map((agents) => ({
      ...{ phase: phaseOf[tier], agents },
    })),
  )
}

/**
 * The plan of a later iteration, while the decision may still change: agents of the protocol that have not been sent, and then those who write
 * the answer; on a panel of one's own everybody once more, who now reads what the others said. Null when nobody is left.
 */
export function nextPlan(
  classification: Classification,
  options: PlanOptions,
  deployed: readonly number[],
): IterationPlan | null {
  const { panel, profile, roster } = options
  if (panel === 'own') return planOf(inStances(roster))
  const isFresh = (id: number) => !deployed.includes(id)
  const judges = [...idsOf('VERIFICATION'), ...idsOf('ADVERSARY')].filter(
    (id) => isFresh(id) && !unweighed.includes(id),
  )
  if (isQuick(classification, options)) {
    const explorers = leastCovered(deployed, wave.explorers, reviewers)
    if (explorers.length === 0 && judges.length === 0) return null
    return planOf(inLevels([...explorers, ...judges.slice(0, wave.judges)]))
  }
  const explorers = leastCovered(deployed, protocol.maxParallel, nobody)
  if (explorers.length + judges.length === 0) return null
  const writers = idsOf('META').filter((id) => profile === 'paper' || !unweighed.includes(id))
  return planOf(inLevels([...explorers, ...judges, ...writers]))
}

/** The agents that a quick panel sends in each iteration after the first. */
const wave = { explorers: 3, judges: 2 } as const
