import { ArtooError } from '@artoo/spec'
import type { Written } from './commit-writes.js'
import type { MegramRecord } from './megram.js'

export interface WriteReceipt {
  readonly id: string
  /** False when the queue was full or the memory closed: nothing will be written, and `settled` rejects. */
  readonly accepted: boolean
  /** Settles when the batch is down. A rejection nobody listens to is not reported as unhandled. */
  readonly settled: Promise<Written>
}

export interface QueueCounts {
  readonly queued: number
  /** Turned away since opening, because the queue was full or the memory closed. */
  readonly refused: number
  /** Accepted, but not written: a failing store, an id or idempotency key used for something else. */
  readonly failed: number
}

interface Pending {
  readonly megram: MegramRecord
  readonly settled: Promise<Written>
  resolve(written: Written): void
  reject(error: unknown): void
}

export interface WriteQueueOptions {
  readonly commit: (chunk: readonly MegramRecord[]) => Promise<readonly (Written | ArtooError)[]>
  readonly limit: number
  readonly batchSize: number
  readonly onProblem: (error: unknown, megram: MegramRecord) => void
}

/** Coalesces writes: those that arrive while a batch is under way go down together in the next. */
export function createWriteQueue({ commit, limit, batchSize, onProblem }: WriteQueueOptions) {
  let waiting: Pending[] = []
  let pumping = false
  let queued = 0
  let refused = 0
  let failed = 0
  let last: Promise<unknown> = Promise.resolve()

  function fail(pending: Pending, error: unknown): void {
    failed++
    pending.reject(error)
    onProblem(error, pending.megram)
  }

  async function put(chunk: readonly Pending[]): Promise<void> {
    try {
      const outcomes = await commit(chunk.map(({ megram }) => megram))
      for (const [index, pending] of chunk.entries()) {
        const outcome = outcomes[index]
        if (outcome === undefined || outcome instanceof ArtooError) fail(pending, outcome)
        else pending.resolve(outcome)
      }
    } catch (error) {
      for (const pending of chunk) fail(pending, error)
    }
    queued -= chunk.length
  }

  async function pump(): Promise<void> {
    pumping = true
    await null
    while (waiting.length > 0) {
      const all = waiting
      waiting = []
      for (let start = 0; start < all.length; start += batchSize) await put(all.slice(start, start + batchSize))
    }
    pumping = false
  }

  function refuse(megram: MegramRecord, error: ArtooError): WriteReceipt {
    refused++
    const settled = Promise.reject<Written>(error)
    settled.catch(() => undefined)
    onProblem(error, megram)
    return { id: megram.id, accepted: false, settled }
  }

  return {
    push(megram: MegramRecord): WriteReceipt {
      if (queued >= limit) return refuse(megram, full(limit))
      queued++
      const { promise: settled, resolve, reject } = withResolvers<Written>()
      settled.catch(() => undefined)
      last = settled
      waiting.push({ megram, settled, resolve, reject })
      if (!pumping) void pump()
      return { id: megram.id, accepted: true, settled }
    },
    refuse,
    /** Resolves once every write pushed so far has settled, well or not. */
    async settled(): Promise<void> {
      if (queued > 0) await last.catch(() => undefined)
    },
    counts: (): QueueCounts => ({ queued, refused, failed }),
  }
}

function full(limit: number): ArtooError {
  return new ArtooError(
    'queue_full',
    `${limit} writes are waiting; await flush() or a receipt before writing more, or raise queueLimit.`,
    { field: 'queueLimit' },
  )
}

function withResolvers<T>() {
  let resolve: (value: T) => void = () => {}
  let reject: (error: unknown) => void = () => {}
  const promise = new Promise<T>((onResolve, onReject) => {
    resolve = onResolve
    reject = onReject
  })
  return { promise, resolve, reject }
}
