import type { Schema } from '@artoo/spec'
import * as z from 'zod'
import {
  type Classification,
  characteristics,
  stakesLevels,
  subtypes,
  uncertaintyLevels,
} from '../protocol/classification.js'
import { reportSchemaOf } from '../roster/report-schema.js'
import type { Roster } from '../roster/roster.js'

const subtypeNames = Object.values(subtypes).flat() as [Classification['subtype'], ...Classification['subtype'][]]

/** PHI's own reading of a problem. The type follows from the subtype. */
const reading = z.object({
  subtype: z.enum(subtypeNames).describe('the kind of question that it is'),
  characteristics: z.array(z.enum(characteristics)).max(characteristics.length).describe('what an answer will need'),
  uncertainty: z.enum(uncertaintyLevels).describe('LOW only when most of what matters is known'),
  stakes: z.enum(stakesLevels).describe('HIGH: irreversible or far-reaching; LOW: easily taken back'),
  wellDefined: z.boolean().describe('whether it can be worked on as it is stated'),
  trivial: z.boolean().default(false).describe('whether any competent person would answer it at once and be right'),
})
export type PhiReading = z.output<typeof reading>

export type AgentOutput = `agent_${number}_${number}`

/** The structured outputs of models: an agent's report, by its id and the number of the model, and PHI's reading. */
export type OmegaOutputs = { readonly reading: typeof reading } & Readonly<
  Record<AgentOutput, Schema<unknown, unknown>>
>

export const agentOutput = (agent: number, voice: number): AgentOutput => `agent_${agent}_${voice}`

/** The agent whose call it was, and through which model. The reading is PHI's own. */
export function speakerOf(output: string): { readonly agent: number; readonly voice: number } {
  const [, agent, voice] = /^agent_(\d+)_(\d+)$/.exec(output) ?? []
  return { agent: Number(agent ?? 57), voice: Number(voice ?? 0) }
}

/** Made when they are asked for: of all schemas a session uses some. */
export function outputsOf({ cards }: Roster, voices: number, hasChecks: boolean): OmegaOutputs {
  const outputs = { reading }
  for (const card of cards) {
    for (let voice = 0; voice < voices; voice++) {
      const name = agentOutput(card.id, voice)
      Object.defineProperty(outputs, name, { enumerable: true, get: () => reportSchemaOf(card, hasChecks) })
    }
  }
  return outputs as OmegaOutputs
}
