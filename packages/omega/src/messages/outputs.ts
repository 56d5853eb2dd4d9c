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

/** PHI's call on a contradiction that the Conflict Resolver left. */
const judgement = z.object({
  rulings: z
    .array(
      z.object({
        contradiction: z.string().describe('its id, such as k1'),
        holds: z.enum(['a', 'b', 'both', 'neither', 'undecided']),
        why: z.string().min(1).max(500),
      }),
    )
    .max(32),
})
export type PhiJudgement = z.output<typeof judgement>

/** PHI's own answer to a problem that needs no panel. */
const answer = z.object({
  answer: z.string().min(1).max(8000),
  confidence: z.number().min(0).max(1).describe('your own probability that it is right'),
  caveats: z.array(z.string().min(1).max(500)).max(16).default([]),
})
export type PhiAnswer = z.output<typeof answer>

export type AgentOutput = `agent_${number}`

/** The structured outputs of models: an agent's report by its id, and three of PHI itself. */
export type OmegaOutputs = {
  readonly reading: typeof reading
  readonly judgement: typeof judgement
  readonly answer: typeof answer
} & Readonly<Record<AgentOutput, Schema<unknown, unknown>>>

export const agentOutput = (agent: number): AgentOutput => `agent_${agent}`

/** The agent whose call it was: PHI itself for all but reports. */
export const agentOf = (output: string): number =>
  output.startsWith('agent_') ? Number(output.slice('agent_'.length)) : 57

/** Made when they are asked for: of 57 schemas a session uses some. */
export function outputsOf(roster: Roster): OmegaOutputs {
  const outputs = { reading, judgement, answer }
  for (const card of roster.cards) {
    Object.defineProperty(outputs, agentOutput(card.id), { enumerable: true, get: () => reportSchemaOf(card) })
  }
  return outputs as OmegaOutputs
}
