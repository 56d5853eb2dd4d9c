import type { ServerResponse } from 'node:http'
import { type Artoo, type Clock, type RunEvent, type RunLimits, usageByRole } from '@artoo/sdk'
import type { Confirmations } from './confirmations.js'
import { openEventStream } from './event-stream.js'
import { publicEvent, resultEvent } from './public-events.js'

export interface TaskComponents {
  readonly artoo: Artoo
  readonly confirmations: Confirmations
  readonly limits: RunLimits
  readonly clock: Clock
  readonly heartbeatMs: number
}

export interface TaskRequest {
  readonly text: string
  readonly user: string
  /** Aborts when nobody listens any more. */
  readonly signal: AbortSignal
}

/**
 * One task as one response: its public events as they happen, at last the result with the bill. Resolves when the task has
 * ended, also when the client left long before.
 *
 * @throws {ArtooError} from `run`, before anything is sent.
 */
export async function streamTask(
  { artoo, confirmations, limits, clock, heartbeatMs }: TaskComponents,
  { text, user, signal }: TaskRequest,
  response: ServerResponse,
): Promise<void> {
  let asked = 0
  const run = artoo.run(text, {
    signal,
    limits,
    context: { user },
    // Called once for each request in the log and in its order, so that the two share the id.
    confirm: (_, person) => {
      const callId = requestIds(run.events)[asked++] ?? ''
      return confirmations.ask({ taskId: run.taskId, callId, user }, person.signal)
    },
  })
  const stream = openEventStream(response, { clock, heartbeatMs })
  try {
    for await (const event of run) {
      const shown = publicEvent(event)
      if (shown) await stream.send(shown)
    }
    await stream.send(resultEvent(await run, usageByRole(run.events)))
  } finally {
    stream.end()
  }
}

function requestIds(events: readonly RunEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'ConfirmationRequest' ? [event.payload.callId] : []))
}
