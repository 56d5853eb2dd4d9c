import { contract } from '@artoo/bus'
import * as z from 'zod'
import { routesFrom, routesTo } from '../../routes.js'

const clarificationRequest = z
  .object({ questions: z.array(z.string().min(1)).min(1) })
  .describe('A person is asked what the task means.')

const clarificationAnswer = z
  .object({ answer: z.string(), by: z.string().nullable() })
  .describe('An empty answer means: go on with what you have. `by` is null when nobody answered.')

const confirmationRequest = z
  .object({
    key: z.string(),
    callId: z.string(),
    tool: z.string(),
    target: z.string().nullable(),
    input: z.unknown(),
    /** What would happen: `overwrite notes.txt`. */
    action: z.string(),
    reason: z.string(),
    change: z.object({ bytesBefore: z.number(), bytesAfter: z.number(), diff: z.string().nullable() }).nullable(),
    /** The last answer when a call that means the same was asked about before in this run, the last yes if there was one. */
    earlier: z.object({ callId: z.string(), allowed: z.boolean() }).nullable(),
    /** Key under which the call is made: what repeats it after a crash repeats the key. */
    idempotencyKey: z.string(),
  })
  .describe('A person is asked whether a call may be made that is irreversible (Law 1), or that experience warns of.')

const confirmationAnswer = z
  .object({
    callId: z.string(),
    allowed: z.boolean(),
    by: z.string().nullable(),
    note: z.string().nullable(),
    /** What the call gave, when a person knows that it was carried out by a process that died. */
    done: z.string().optional(),
  })
  .describe('The answer allows that one call or refuses it. `by` is null when nobody answered: `note` then says why.')

/** What the people behind the host are asked: by `actors` in words, by the tools whether a call may be made. */
export function humanContracts<const Actor extends string>(actors: readonly Actor[]) {
  return {
    ClarificationRequest: contract(clarificationRequest, routesFrom(actors, 'host')),
    ClarificationAnswer: contract(clarificationAnswer, routesTo('host', actors)),
    ConfirmationRequest: contract(confirmationRequest, [['tools', 'host']]),
    ConfirmationAnswer: contract(confirmationAnswer, [['host', 'tools']]),
  } as const
}

export type HumanContracts<Actor extends string> = ReturnType<typeof humanContracts<Actor>>
