import { contract, type Envelope } from '@artoo/bus'
import type { Json } from '@artoo/spec'
import * as z from 'zod'

const taskStarted = z.object({}).describe('The run begins: from here the controller counts its time.')

const interrupt = z
  .object({
    reason: z.enum(['aborted', 'deadline', 'limit_reached', 'host_failed', 'role_failed', 'refused']),
    message: z.string(),
  })
  .describe('The run must end now.')
export type InterruptReason = z.infer<typeof interrupt>['reason']

const userWords = z
  .object({ text: z.string().min(1) })
  .describe('What the user adds to a task under way: heard before the next model call.')

const waited = z
  .object({ waitedMs: z.number().nonnegative() })
  .describe('Milliseconds that the run has waited for people so far; they count against no limit.')

const journalFailure = z.object({ message: z.string() }).describe('The journal of this run is incomplete.')

const circumstancesDiffer = z
  .object({
    differences: z.array(
      z.object({
        what: z.string(),
        was: z.custom<Json>().meta({ title: 'Json' }),
        is: z.custom<Json>().meta({ title: 'Json' }),
        accepted: z.boolean(),
      }),
    ),
  })
  .describe(
    'The run was resumed with other tools, models or settings than it began with. Null where there is none; `accepted`: it is less safe, and the host accepted it.',
  )

const childEvent = z
  .object({
    event: z.custom<Envelope>((value) => typeof value === 'object' && value !== null).meta({ title: 'Envelope' }),
  })
  .describe('What happened in a child of this run.')

/** The messages of a run itself: to the actor that decides how it ends, and to the log. */
export function runContracts<const Controller extends string>(controller: Controller) {
  return {
    TaskStarted: contract(taskStarted, [['host', controller]]),
    Interrupt: contract(interrupt, [
      ['host', controller],
      ['model', controller],
    ]),
    Waited: contract(waited, [['host', controller]]),
    JournalFailure: contract(journalFailure, [['host', 'log']]),
    CircumstancesDiffer: contract(circumstancesDiffer, [['host', 'log']]),
    ChildEvent: contract(childEvent, [['host', 'log']]),
  } as const
}

export type RunContracts<Controller extends string> = ReturnType<typeof runContracts<Controller>>

/**
 * The message with what a user adds to a run under way: runs of a system that has it take `send`. The controller answers
 * it at once with a message of its own, unless it has sent the result.
 */
export function userWordsContract<const Controller extends string>(controller: Controller) {
  return { UserWords: contract(userWords, [['host', controller]]) } as const
}
