import type { AgentMessage } from '../../src/protocol/agent-message.js'
import type { Reference } from '../../src/protocol/agent-report.js'
import type { Claim, Contradiction } from '../../src/protocol/state.js'

const at = '2026-01-01T00:00:00.000Z'

/** What an agent says that has nothing to say, but for what is given. */
export function aMessage(
  agentId: number,
  {
    iteration = 1,
    native = null,
    contradictionWith = null,
    references = [],
    content = {},
  }: {
    iteration?: number
    native?: string | null
    contradictionWith?: number | null
    references?: readonly Partial<Reference>[]
    content?: unknown
  } = {},
): AgentMessage {
  return {
    header: {
      agentId,
      agentName: `Agent ${agentId}`,
      agentTier: 'GENESIS',
      timestamp: at,
      iteration,
      respondingTo: 'INITIAL',
    },
    summary: { verdict: 'Nothing to say.', native, tag: 'UNCERTAIN', confidence: null, confidenceBasis: '' },
    body: {
      findings: [],
      claims: [],
      references: references.map((some) => ({
        type: 'SUPPORTS',
        agent: null,
        claim: null,
        relationship: 'looks at it',
        factor: null,
        evidence: null,
        check: null,
        ...some,
      })),
      contradictions: [],
      questions: { open: [], answered: [] },
      same: [],
      clarified: null,
      resolutions: [],
      synthesis: null,
      content,
    },
    dependencies: { inputsUsed: [], outputsFor: [] },
    flags: {
      contradictionDetected: contradictionWith !== null,
      contradictionWith,
      requiresResolution: false,
      blocksProgress: false,
      confidenceCritical: false,
    },
    meta: { tokensUsed: 0, family: 'test', processingNotes: '' },
  }
}

export function aClaim(id: string, proposedBy: number, supporters: readonly number[] = []): Claim {
  return {
    id,
    statement: `Claim ${id}`,
    critical: true,
    proposedBy,
    proposedAt: at,
    iteration: 1,
    supporters: supporters.map((agent) => ({ agent, confidence: 0.5, family: 'test', inputs: [] })),
    opponents: [],
    factors: [],
    evidence: [],
    status: 'active',
    sameAs: null,
    basis: null,
  }
}

export function aContradiction(id: string, a: string, b: string): Contradiction {
  return { id, a, b, severity: 'SERIOUS', why: 'Both cannot be.', detectedBy: 22, detectedAt: at, resolution: null }
}
