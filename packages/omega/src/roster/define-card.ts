import * as z from 'zod'
import type { AgentCard, AgentContract, Requirement, Tier } from '../protocol/card.js'
import { clusterOf, everyId, idsOf, stanceOf } from './official.js'

interface Definition {
  readonly id: number
  readonly name: string
  readonly function: string
  /** The output that others use. */
  readonly output: string
  /** Tiers and single agents that take it. */
  readonly feeds: readonly (number | Tier | 'ALL')[]
  /** @defaultValue what its tier reads */
  readonly requires?: readonly Requirement[]
  readonly conflicts?: AgentContract['conflicts']
  readonly verdicts?: AgentCard['verdicts']
  readonly content: () => z.ZodRawShape
  /** One step or rule a line; those of its tier follow. */
  readonly instruction: readonly string[]
  /** @defaultValue those of its tier */
  readonly rules?: readonly string[]
}

interface TierDefinition {
  readonly tier: Tier
  readonly requires: readonly Requirement[]
  /** The rules for all agents of the tier. */
  readonly rules: readonly string[]
}

/** Optional: most agents have something to say without those they would read. */
export const reads = (agents: readonly number[], output: string, fallback: string): Requirement => ({
  agents,
  output,
  optional: true,
  fallback,
})

const forTier =
  ({ tier, requires, rules }: TierDefinition) =>
  (given: Definition): AgentCard => {
    let built: z.ZodObject | undefined
    const { id, name, function: purpose, output, feeds, conflicts = [], verdicts = {} } = given
    const fed = feeds.flatMap((to) => (typeof to === 'number' ? [to] : to === 'ALL' ? everyId : idsOf[to]))
    const consumers = [...new Set(fed)].filter((to) => to !== id).sort((a, b) => a - b)
    return {
      id,
      name,
      tier,
      stance: stanceOf[tier],
      cluster: clusterOf(id),
      function: purpose,
      contract: { requires: given.requires ?? requires, provides: [{ output, consumers }], conflicts },
      verdicts,
      get content() {
        built ??= z.object(given.content())
        return built
      },
      instruction: [...given.instruction, ...(given.rules ?? rules)].join('\n'),
    }
  }

/** They read none of each other, so that two that agree are two witnesses; 4 and 14 are the exceptions. */
export const genesis = forTier({
  tier: 'GENESIS',
  requires: [],
  rules: [
    'State what you found as claims, each one sentence that somebody could check, with the confidence you would bet on it.',
    'Mark as critical only those that an answer would fall with. A few good claims serve more than many.',
  ],
})

export const bridge = forTier({
  tier: 'BRIDGE',
  requires: [reads(idsOf.GENESIS, 'claims and findings', 'Work from the problem as it is stated.')],
  rules: [
    'Refer to each claim you build on: EXTENDS, QUALIFIES or USES; leave the factor null, judging is for later tiers.',
    'Claim only what is new, and list pairs of claims that cannot both hold as contradictions.',
  ],
})

export const verification = forTier({
  tier: 'VERIFICATION',
  requires: [
    reads([21], 'formal statements', 'Take the claims as they were stated.'),
    reads(idsOf.GENESIS, 'claims', 'Work from the problem as it is stated.'),
  ],
  rules: [
    'Be neutral, as ready to confirm as to refute. Critical claims first.',
    'One reference per claim examined: SUPPORTS with a factor above 1 to 1.5, CONTRADICTS 0.5 to below 1, QUALIFIES about 1; 1 when undecided.',
    'Near the ends only with evidence to look at, or a host `check` that passes when what you say is so.',
  ],
})

export const adversary = forTier({
  tier: 'ADVERSARY',
  requires: [
    // Not 34: it puts numbers on what the attacks have left.
    reads(
      idsOf.VERIFICATION.filter((id) => id !== 34),
      'verified claims',
      'Attack the claims as they were proposed, critical ones first.',
    ),
    reads(idsOf.GENESIS, 'claims', 'Attack the problem statement and what it takes for granted.'),
  ],
  rules: [
    'Be hostile, yet invent nothing: a failed attack is reported as failed.',
    'One reference per claim attacked, its factor what is left of it: CONTRADICTS 0 to below 1, QUALIFIES where scope shrinks, SUPPORTS 1 if it withstood.',
    '0 only with evidence to look at, or a host `check` that passes when what you say is so.',
  ],
})

export const meta = forTier({
  tier: 'META',
  requires: [],
  rules: [
    'Rest on what was reported, claim by claim: refer to it with USES, factor null, and bring no evidence of your own.',
  ],
})

export const memory = forTier({
  tier: 'MEMORY',
  requires: [],
  rules: [
    'Record only what the log shows, with the agents and claims it is about: refer to them with USES, factor null.',
  ],
})

export const phi = forTier({ tier: 'PHI', requires: [], rules: [] })
