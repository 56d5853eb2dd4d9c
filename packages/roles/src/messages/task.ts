import { stopReasons } from '@artoo/ggs'
import * as z from 'zod'
import { action } from './action.js'
import { missing } from './missing.js'
import { clarification } from './need.js'

/** An earlier turn of the same conversation. */
export const earlierTurn = z.object({
  asked: z.string(),
  /** The text that the user received: the output, the summary of an incomplete result, or the questions. */
  answer: z.string(),
  /** The reason of the task's result; `waiting` for a person, or `unfinished`. */
  ended: z.enum([...stopReasons, 'waiting', 'unfinished']),
  /** Calls that changed something, the last ones; `diff` where the tool gave a short one. */
  changes: z
    .array(action.pick({ tool: true, target: true, what: true }).extend({ diff: z.string().optional() }))
    .optional(),
  /** Calls that were refused, the last ones. */
  refused: z.array(action.pick({ tool: true, target: true, why: true })).optional(),
  /** Parts of the request that are missing. */
  missing: z.array(missing).optional(),
})
export type EarlierTurn = z.infer<typeof earlierTurn>

export const userInput = z.object({
  text: z.string().min(1),
  /** The last turns of the conversation, the oldest first. */
  earlier: z.array(earlierTurn).optional(),
})

export const deadline = z.object({
  /** Milliseconds since the Unix epoch; null when what the user named can't be kept. */
  at: z.number().nullable(),
  /** The reason why it can't be kept; null when it can. */
  problem: z.string().nullable(),
})
export type Deadline = z.infer<typeof deadline>

export const taskSpec = z.object({
  intent: z.string().min(1),
  scope: z.string().nullable(),
  /** The time by which the user wants it, in milliseconds since the Unix epoch; null when none was named. */
  deadline: z.number().nullable(),
  rawInput: z.string(),
  clarifications: z.array(clarification),
  /** Milliseconds since the Unix epoch. */
  receivedAt: z.number(),
  /** True when no model has read the words yet: scope and deadline are only in them. */
  verbatim: z.boolean().default(false),
  /** The earlier turns that the words rest on, copied by code; all of them while no model has read the words. */
  earlier: z.array(earlierTurn).optional(),
})
export type TaskSpec = z.infer<typeof taskSpec>
