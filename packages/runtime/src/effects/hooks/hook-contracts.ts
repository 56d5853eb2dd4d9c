import { contract } from '@artoo/bus'
import type { Message } from '@artoo/spec'
import * as z from 'zod'

const hookNames = ['onModelCall.before', 'onModelCall.after', 'onToolCall.before', 'onToolCall.after'] as const

const hookOutcome = z
  .object({
    hook: z.enum(hookNames),
    /** The actor whose call it was. */
    role: z.string(),
    key: z.string(),
    /** The tool call; null for a call to a model. */
    callId: z.string().nullable(),
    /** `failed`: it threw, was silent for `limits.hookTimeoutMs`, or gave no answer that can be read. */
    outcome: z.enum(['amended', 'refused', 'failed']),
    /** The reason of a refusal or failure; null for an amendment. */
    why: z.string().nullable(),
    /** The input with which the tool call is made instead. */
    input: z.unknown().optional(),
    /** The messages that the model is given instead: the first `kept` of its conversation, and those that are `added`. */
    messages: z.object({ kept: z.number().int(), added: z.array(z.custom<Message>()) }).optional(),
  })
  .describe('A hook of the host refused or amended a call, or failed. A replay reads this instead of calling the hook.')
export type HookOutcome = z.infer<typeof hookOutcome>

/** The messages of effects that are given hooks. */
export function hookContracts() {
  return {
    HookOutcome: contract(hookOutcome, [
      ['model', 'log'],
      ['tools', 'log'],
    ]),
  } as const
}

export type HookContracts = ReturnType<typeof hookContracts>
