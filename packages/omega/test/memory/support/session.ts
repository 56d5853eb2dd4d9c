import type { AgentMessage } from '../../../src/protocol/agent-message.js'
import type { Tier } from '../../../src/protocol/card.js'
import type { Classification } from '../../../src/protocol/classification.js'
import type { Claim, SessionState } from '../../../src/protocol/state.js'
import { emptySession } from '../../../src/session/fold.js'

export const startedAt = '2026-01-01T10:00:00.000Z'
export const at = (second: number) => new Date(Date.parse(startedAt) + second * 1000).toISOString()

export const empirical: Classification = {
  type: 'EMPIRICAL',
  subtype: 'CAUSAL',
  characteristics: ['empirical_grounding'],
  uncertainty: 'LOW',
  stakes: 'LOW',
  wellDefined: true,
  trivial: false,
}

/** A session of which nothing is known but its problem. */
export function sessionOf(given: Partial<SessionState> = {}): SessionState {
  return {
    ...emptySession(),
    problem: { original: 'Why did the hens stop laying eggs in winter?', clarified: null, classification: empirical },
    limits: { tokens: 100_000, timeMs: 600_000, modelCalls: 100 },
    startedAt,
    updatedAt: at(60),
    iteration: 1,
    trigger: 'first',
    ...given,
  }
}

export function claimOf(given: Partial<Claim> & Pick<Claim, 'id' | 'statement'>): Claim {
  return {
    critical: false,
    proposedBy: 1,
    proposedAt: at(5),
    iteration: 1,
    supporters: [],
    opponents: [],
    factors: [],
    evidence: [],
    status: 'active',
    sameAs: null,
    basis: null,
    ...given,
  }
}

type Parts = Partial<AgentMessage['summary']> & Partial<AgentMessage['body']> & { readonly family?: string }

export function messageOf(agent: number, name: string, tier: Tier, parts: Parts = {}): AgentMessage {
  const { verdict = 'It is the light.', native = null, tag = 'SUPPORTS', confidence = 0.7, family = 'otter' } = parts
  return {
    header: {
      agentId: agent,
      agentName: name,
      agentTier: tier,
      timestamp: at(10),
      iteration: 1,
      respondingTo: 'PHI_QUERY',
    },
    summary: { verdict, native, tag, confidence, confidenceBasis: '' },
    body: {
      findings: parts.findings ?? [],
      claims: parts.claims ?? [],
      references: parts.references ?? [],
      contradictions: [],
      questions: { open: [], answered: [] },
      same: [],
      clarified: null,
      resolutions: [],
      synthesis: parts.synthesis ?? null,
      content: parts.content ?? {},
    },
    dependencies: { inputsUsed: [], outputsFor: [] },
    flags: {
      contradictionDetected: false,
      contradictionWith: null,
      requiresResolution: false,
      blocksProgress: false,
      confidenceCritical: false,
    },
    meta: { tokensUsed: 100, family, processingNotes: '' },
  }
}

export const ended = { status: 'SUCCESS', code: 'success', atLimit: false, why: 'All conditions hold.' } as const

/** Agent 5's analogy was given up, agent 2's claim carried the answer. */
export function taughtSession(given: Partial<SessionState> = {}): SessionState {
  return sessionOf({
    claims: [
      claimOf({
        id: 'c1',
        statement: 'Short days stop the laying',
        proposedBy: 2,
        status: 'confirmed',
        supporters: [{ agent: 9, confidence: 0.8, family: 'otter', inputs: [] }],
      }),
      claimOf({ id: 'c2', statement: 'Heat flows out of the hens', proposedBy: 5, status: 'abandoned' }),
    ],
    synthesis: {
      answer: 'The days are too short.',
      restsOn: ['c1'],
      coherence: 1,
      caveats: [],
      unanswered: [],
      wouldChange: [],
    },
    failures: [
      { id: 'f1', type: 'APPROACH', agent: 5, description: 'The analogy with heat led nowhere', at: at(20) },
      { id: 'f2', type: 'PROCESS', agent: 27, description: 'Agent 27 gave no valid report', at: at(30) },
    ],
    successes: [{ id: 's1', type: 'INSIGHT', agent: 2, description: 'The length of the day is the cause', at: at(40) }],
    timeline: [
      { timestamp: at(20), type: 'FAILURE', agentId: 5, summary: 'The analogy with heat led nowhere' },
      { timestamp: at(30), type: 'FAILURE', agentId: 27, summary: 'f2: quarantined' },
      { timestamp: at(40), type: 'DECISION', agentId: 2, summary: 'The length of the day is the cause' },
    ],
    quarantined: [{ agent: 27, iteration: 1, faults: [{ code: 'schema', field: 'verdict', message: 'is missing' }] }],
    ...given,
  })
}

/** What the session tells of all these entries. */
export const toldOf = ({ failures = [], successes = [] }: Partial<SessionState>): SessionState['timeline'] =>
  [...failures, ...successes].map(({ at, agent, description }) => ({
    timestamp: at,
    type: 'DECISION',
    agentId: agent,
    summary: description,
  }))
