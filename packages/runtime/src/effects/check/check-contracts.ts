import { contract } from '@artoo/bus'
import * as z from 'zod'
import { routesFrom, routesTo } from '../../routes.js'
import { toolCallRecord } from '../tool/tool-contracts.js'

/** A check of the host by name, with the arguments that the model wrote. */
export const checkCall = z.object({ name: z.string(), arguments: z.record(z.string(), z.unknown()).default({}) })

const checkRequest = z
  .object({
    key: z.string(),
    /** Position of the criterion in its list. */
    index: z.number().int(),
    check: checkCall,
    output: z.string(),
    toolCalls: z.array(toolCallRecord),
  })
  .describe("Asks a check of the host's to decide a criterion.")

const checkResult = z
  .object({
    key: z.string(),
    index: z.number().int(),
    pass: z.boolean(),
    evidence: z.string(),
    /** The class of a failure; absent when it is not known. */
    failureClass: z.enum(['logical', 'environmental']).optional(),
    /** false: it came to no verdict, since there is no such check, its arguments don't fit, or it threw. */
    ran: z.literal(false).optional(),
  })
  .describe('The verdict of a check, which no model can overrule.')

/** The messages between `actors` and the host's checks. */
export function checkContracts<const Actor extends string>(actors: readonly Actor[]) {
  return {
    CheckRequest: contract(checkRequest, routesFrom(actors, 'checks')),
    CheckResult: contract(checkResult, routesTo('checks', actors)),
  } as const
}

export type CheckContracts<Actor extends string> = ReturnType<typeof checkContracts<Actor>>
