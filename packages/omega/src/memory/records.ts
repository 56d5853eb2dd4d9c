import * as z from 'zod'
import { characteristics, problemTypes } from '../protocol/classification.js'

/** Most examples, contexts and references that one record keeps: the newest. */
export const kept = { examples: 8, contexts: 8, references: 32, words: 64, factors: 8 } as const

const count = z.number().int().min(0)
const agent = z.number().int().min(1).max(57)
const id = z.string().min(1)
const time = z.string()
const outcome = z.enum(['SUCCESS', 'PARTIAL', 'FAILURE'])
const version = z.literal(1)

/** The signature of a kind of problem. It stays that of the first problem, so that no pattern drifts. */
const signature = z.strictObject({
  type: z.enum(problemTypes),
  subtype: z.string(),
  characteristics: z.array(z.enum(characteristics)),
  words: z.array(z.string()).max(kept.words),
})

/** The record of 54 on a kind of problem (section 3.2). */
const pattern = z.strictObject({
  version,
  id,
  name: z.string(),
  signature,
  /** The problem it was founded on: what was learnt of agents stands in the memory under its intent. */
  problem: z.string(),
  /** Sessions by how they ended: the success rate as counts. */
  outcomes: z.strictObject({ SUCCESS: count, PARTIAL: count, FAILURE: count }),
  /** The end of the newest session, and its lesson. */
  outcome,
  lesson: z.string(),
  /** Sessions in which an agent served, and in which it did not. */
  agents: z.array(z.strictObject({ agent, helped: count, hindered: count })),
  examples: z.array(z.strictObject({ problem: z.string(), outcome })).max(kept.examples),
  /** Ids in 55: what not to do. */
  antiPatterns: z.array(id).max(kept.references),
  /** Ids in 56: what has worked. */
  solutions: z.array(id).max(kept.references),
  updatedAt: time,
})

const recurring = {
  version,
  id,
  description: z.string(),
  /** Kinds of problem in which it happened, the newest last. */
  contexts: z.array(z.string()).max(kept.contexts),
  frequency: count.min(1),
  firstAt: time,
  lastAt: time,
}

/** The record of 55 on a failure (section 3.3). */
const failure = z.strictObject({
  ...recurring,
  type: z.enum(['APPROACH', 'REASONING', 'PROCESS', 'PREDICTION']),
  agent: agent.nullable(),
  /** null: the session doesn't tell. */
  rootCause: z.string().nullable(),
  prevention: z.string(),
})

/** The record of 56 on a success (section 3.4). */
const success = z.strictObject({
  ...recurring,
  type: z.enum(['BREAKTHROUGH', 'APPROACH', 'INSIGHT', 'EFFICIENCY']),
  agents: z.array(agent),
  /** The grounds of the success. */
  factors: z.array(z.string()).max(kept.factors),
  replication: z.string(),
})

/** The agreement of the errors of two families of models. `first` sorts before `second`. */
const agreement = z.strictObject({
  version,
  id,
  first: z.string(),
  second: z.string(),
  bothRight: count,
  bothWrong: count,
  firstWrong: count,
  secondWrong: count,
})

/** A session that is remembered already, so that it counts once however often it is resumed. */
const session = z.strictObject({
  version,
  id,
  pattern: id.nullable(),
  failures: z.array(id),
  successes: z.array(id),
})

export const schemas = { pattern, failure, success, agreement, session } as const

export type RecordKind = keyof typeof schemas
export type RecordOf<Kind extends RecordKind> = z.infer<(typeof schemas)[Kind]>
export type Signature = z.infer<typeof signature>
export type ProblemPattern = RecordOf<'pattern'>
export type FailureRecord = RecordOf<'failure'>
export type SuccessRecord = RecordOf<'success'>
export type AgreementRecord = RecordOf<'agreement'>
