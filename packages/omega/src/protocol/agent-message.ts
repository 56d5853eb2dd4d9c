import type { Tag, Tier } from './card.js'
import type { AgentReport } from './report.js'

/** An agent's output as all others and the log know it (section 2.1). Built by code from what the agent wrote. */
export interface AgentMessage extends Omit<AgentReport, 'native' | 'synthesis'> {
  readonly agent: number
  readonly name: string
  readonly tier: Tier
  /** ISO 8601. */
  readonly at: string
  readonly iteration: number
  /** The batch of the iteration, counted from 0. */
  readonly batch: number
  /** Its card's word for the verdict; null where its card has none. */
  readonly native: string | null
  readonly tag: Tag
  readonly synthesis: AgentReport['synthesis'] | null
  /** The agents whose outputs it was shown. */
  readonly inputs: readonly number[]
  /** The family of the model that wrote it, or `code` for an agent that is a function. */
  readonly family: string
  readonly tokens: number
}
