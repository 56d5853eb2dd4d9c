import { ArtooError, type Clock, type Deadline, deadlineFor, errorCode } from '@artoo/spec'
import type { LoopReply, LoopRequest, RequestOptions } from '../../ports/state-store.js'
import { leaveRequest, takeReply, withdrawRequest } from './request-files.js'
import { runnerOf } from './state-lease.js'

export interface AskOptions extends RequestOptions {
  readonly clock: Clock
  readonly pollMs: number
}

/** As `StateStore.request` says. */
export async function askHolder(
  path: string,
  request: LoopRequest,
  { clock, pollMs, signal = new AbortController().signal, timeoutMs = 3_600_000 }: AskOptions,
): Promise<LoopReply> {
  const owner = await runnerOf(path, clock.now())
  if (!owner?.isLive) {
    const who = owner ? `process ${owner.pid} on ${owner.host}, which ran ${path}, is gone` : `no process runs ${path}`
    throw new ArtooError('loop_not_running', `${who}: nothing was left for it. start() takes the loop up`)
  }
  const name = await leaveRequest(path, request, owner.note ?? '', clock.now())
  const deadline = deadlineFor(signal, { clock, timeoutMs, code: 'request_timeout' })
  try {
    for (;;) {
      // In this order: what was answered before the end counts.
      const now = await runnerOf(path, clock.now())
      const reply = await takeReply(path, name)
      if (reply) return reply
      if (!now?.isLive || now.note !== owner.note) {
        const message = `the run of process ${owner.pid} on ${owner.host} was over before it answered: state() says how the loop stands`
        throw new ArtooError('loop_ended', message)
      }
      await pause(clock, pollMs, deadline)
    }
  } catch (error) {
    const isTakenBack = await withdrawRequest(path, name)
    if (!['request_timeout', 'aborted'].includes(errorCode(error) ?? '')) throw error
    const rest = isTakenBack ? 'was not heard and is taken back' : 'was heard and may still be carried out'
    throw new ArtooError(errorCode(error) as string, `no answer was waited for: the request ${rest}`, { cause: error })
  } finally {
    deadline.release()
  }
}

async function pause(clock: Clock, ms: number, deadline: Deadline): Promise<void> {
  let cancel = () => {}
  try {
    await deadline.race(
      () =>
        new Promise<void>((resolve) => {
          cancel = clock.schedule(ms, resolve)
        }),
    )
  } finally {
    cancel()
  }
}
