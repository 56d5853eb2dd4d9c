import { contract } from '@artoo/bus'
import * as z from 'zod'
import { routesFrom, routesTo } from '../../routes.js'

/** A call whose result another call took its values from. */
export const callOrigin = z.object({ tool: z.string(), target: z.string().nullable() })
export type CallOrigin = z.infer<typeof callOrigin>

/** A tool call as it happened: the evidence that validators judge by. */
export const toolCallRecord = z.object({
  /** The id, unique in the run: a verdict names its evidence by it. */
  id: z.string(),
  /** The number of the attempt at the work that the call belongs to, from 1. */
  attempt: z.number().int(),
  tool: z.string(),
  target: z.string().nullable(),
  /** The call's input, or the one that a person gave with the yes. */
  input: z.unknown(),
  /** The effect that the tool declares; null when the call ended before. */
  effect: z.enum(['read', 'outbound', 'repeatable', 'irreversible']).nullable(),
  status: z.enum(['ok', 'error', 'refused']),
  output: z.string(),
  code: z.string().nullable(),
  /** True when a person allowed the call. */
  confirmed: z.boolean(),
  /** The step of the permissions that decided, with its rule; absent where the gate of Law 1 did. */
  decidedBy: z.string().optional(),
  /** For a refused call: the read whose result holds its values, if the user's words don't. */
  origin: callOrigin.optional(),
  /** A person carried it out by hand: the call was not made, and `output` is what the person says. */
  byHand: z.literal(true).optional(),
  /** The refused call was under way when an earlier process ended: it may have been carried out there. */
  inDoubt: z.literal(true).optional(),
  /** A look by whoever judges the work, and no part of it. */
  look: z.literal(true).optional(),
  /** Made for work on which this work goes on: it was counted there. */
  earlier: z.literal(true).optional(),
  /** The change of a text; null for a call that changed nothing. */
  change: z.object({ bytesBefore: z.number(), bytesAfter: z.number(), diff: z.string().nullable() }).nullable(),
  durationMs: z.number(),
})
export type ToolCallRecord = z.infer<typeof toolCallRecord>

export const blockedTarget = z.object({ tool: z.string(), target: z.string() })
export type BlockedTarget = z.infer<typeof blockedTarget>

/** A call that failed before, and how long it is refused. */
export const toolBlock = blockedTarget.extend({
  /** `change`: as long as nothing has changed since. `end`: until the task ends. */
  until: z.enum(['change', 'end']).default('change'),
  /** The reason, for a block that rests on no failed call of this task. */
  why: z.string().nullable().default(null),
})
export type ToolBlock = z.infer<typeof toolBlock>

/** A warning from experience about a tool on one target. */
export const toolCaution = blockedTarget.extend({ reason: z.string() })
export type ToolCaution = z.infer<typeof toolCaution>

const toolRequest = z
  .object({
    key: z.string(),
    /** Unique in the run: the id that the model's reply gave the call. */
    callId: z.string(),
    /** The number of the attempt, as the record has it. */
    attempt: z.number().int(),
    tool: z.string(),
    input: z.unknown(),
    /** For a person who is asked: the part of the work that the call belongs to, and the model's words in that turn. */
    about: z.object({ subtask: z.string().nullable(), why: z.string().nullable() }).optional(),
    /** Calls that failed before and are refused while their block stands. */
    blockedTargets: z.array(toolBlock),
    /** Calls that are put before a person unless they are reads. */
    cautions: z.array(toolCaution).default([]),
    /**
     * True for a look by the judge of the work. A call that is not a `read`, or that a person would have to allow, is
     * refused with `reads_only`; no block ends with it.
     */
    readsOnly: z.literal(true).optional(),
  })
  .describe(
    'Asks for a tool call. Calls of one `key` have an order: reads go side by side, everything else one after the other as it was asked for.',
  )

const toolResult = toolCallRecord
  .extend({
    key: z.string(),
    /** Left out of the events that a run keeps in memory. */
    fullOutput: z.string().nullish(),
  })
  .describe(
    'A tool call as it happened, or why it was not made. `fullOutput`: what the tool gave where `output` is its head and tail, null where nothing was cut; the journal has it, a run handle leaves it out.',
  )

const toolProgress = z
  .object({
    key: z.string(),
    callId: z.string(),
    tool: z.string(),
    /** A line for people; null when there is none. */
    message: z.string().nullable(),
    /** The result so far, of a tool that gives it. */
    output: z.string().optional(),
    /** Units that are done, of `total`; null where the tool doesn't count. */
    done: z.number().nullable(),
    total: z.number().nullable(),
  })
  .describe('A tool tells how far its call has come.')

/** The messages between `actors` and the tools. */
export function toolContracts<const Actor extends string>(actors: readonly Actor[]) {
  return {
    ToolRequest: contract(toolRequest, routesFrom(actors, 'tools')),
    ToolResult: contract(toolResult, routesTo('tools', actors)),
    ToolProgress: contract(toolProgress, [['tools', 'log']]),
  } as const
}

export type ToolContracts<Actor extends string> = ReturnType<typeof toolContracts<Actor>>
