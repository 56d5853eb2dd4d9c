import { contract, type Envelope } from '@artoo/bus'
import * as z from 'zod'

/** The run begins: from here the controller counts its time. */
const taskStarted = z.object({})

/** The run must end now. */
const interrupt = z.object({
  reason: z.enum(['aborted', 'deadline', 'limit_reached', 'host_failed', 'role_failed']),
  message: z.string(),
})
export type InterruptReason = z.infer<typeof interrupt>['reason']

/** Milliseconds that the run has waited for people so far; they count against no limit. */
const waited = z.object({ waitedMs: z.number().nonnegative() })

/** The journal of this run is incomplete. */
const journalFailure = z.object({ message: z.string() })

/** What happened in a child of this run. */
const childEvent = z.object({ event: z.custom<Envelope>((value) => typeof value === 'object' && value !== null) })

/** What a run itself has to say: to the actor that decides how it ends, and to the log. */
export function runContracts<const Controller extends string>(controller: Controller) {
  return {
    TaskStarted: contract(taskStarted, [['host', controller]]),
    Interrupt: contract(interrupt, [
      ['host', controller],
      ['model', controller],
    ]),
    Waited: contract(waited, [['host', controller]]),
    JournalFailure: contract(journalFailure, [['host', 'log']]),
    ChildEvent: contract(childEvent, [['host', 'log']]),
  } as const
}

export type RunContracts<Controller extends string> = ReturnType<typeof runContracts<Controller>>
