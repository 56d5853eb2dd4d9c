import type { ClaimDraft, ContradictionDraft, Reference, Resolution, Synthesis } from './agent-report.js'
import type { Tag, Tier } from './card.js'

/** An agent's output as all others and the log know it (section 2.1). Built by code from what the agent wrote. */
export interface AgentMessage {
  readonly header: {
    readonly agentId: number
    readonly agentName: string
    readonly agentTier: Tier
    /** ISO 8601. */
    readonly timestamp: string
    readonly iteration: number
    readonly respondingTo: number | 'PHI_QUERY' | 'INITIAL'
  }
  readonly summary: {
    /** One line, at most 100 characters. */
    readonly verdict: string
    /** Its card's word for it; null where its card has none. */
    readonly native: string | null
    readonly tag: Tag
    /** 0 to 1; null when the agent gave none. */
    readonly confidence: number | null
    readonly confidenceBasis: string
  }
  readonly body: {
    readonly findings: readonly string[]
    readonly claims: readonly ClaimDraft[]
    readonly references: readonly Reference[]
    readonly contradictions: readonly ContradictionDraft[]
    readonly questions: { readonly open: readonly string[]; readonly answered: readonly string[] }
    /** Claims that say the same. */
    readonly same: readonly (readonly string[])[]
    readonly clarified: string | null
    readonly resolutions: readonly Resolution[]
    readonly synthesis: Synthesis | null
    /** The full report, in its card's form. */
    readonly content: unknown
  }
  readonly dependencies: {
    /** The agents whose outputs it was shown. */
    readonly inputsUsed: readonly number[]
    readonly outputsFor: readonly number[]
  }
  readonly flags: {
    readonly contradictionDetected: boolean
    readonly contradictionWith: number | null
    readonly requiresResolution: boolean
    readonly blocksProgress: boolean
    /** Its confidence is below what it takes to proceed. */
    readonly confidenceCritical: boolean
  }
  readonly meta: {
    readonly tokensUsed: number
    /** The family of the model that wrote it, or `code` for an agent that is a function. */
    readonly family: string
    readonly processingNotes: string
  }
}
