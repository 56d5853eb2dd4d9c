import type { ServerResponse } from 'node:http'
import { publicEvents } from '@artoo/insight'
import type { Artoo, Clock, RunLimits } from '@artoo/sdk'
import type { Confirmations } from './confirmations.js'
import { openEventStream } from './event-stream.js'
import type { Questions } from './questions.js'
import type { Running } from './running.js'

export interface TaskComponents {
  readonly artoo: Artoo
  readonly running: Running
  readonly confirmations: Confirmations
  readonly questions: Questions
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
  { artoo, running, confirmations, questions, limits, clock, heartbeatMs }: TaskComponents,
  { text, user, signal }: TaskRequest,
  response: ServerResponse,
): Promise<void> {
  const run = artoo.run(text, {
    signal,
    limits,
    context: { user },
    confirm: (_, { taskId, callId, signal }) => confirmations.ask({ taskId, callId, user }, signal),
    clarify: (requests, { taskId, signal }) => questions.ask({ taskId, user }, requests, signal),
  })
  running.add(run, user)
  const stream = openEventStream(response, { clock, heartbeatMs })
  try {
    for await (const event of publicEvents(run)) await stream.send(event)
  } finally {
    stream.end()
  }
}
