import { ArtooError } from '@artoo/spec'
import type { Written } from './commit-writes.js'
import type { MegramRecord } from './megram.js'
import { Receipt } from './receipt.js'

interface Pending {
  readonly megram: MegramRecord
  readonly receipt: Receipt
}

export interface QueueCounts {
  readonly queued: number
  /** Turned away since opening, because the queue was full or the memory closed. */
  readonly refused: number
  /** Accepted, but not written: a failing store, an id or idempotency key used for something else. */
  readonly failed: number
}

export interface WriteQueueOptions {
  readonly commit: (chunk: readonly MegramRecord[]) => Promise<readonly (Written | ArtooError)[]>
  readonly limit: number
  readonly batchSize: number
  /** Must not throw. */
  readonly onProblem: (error: unknown) => void
}

/** Coalesces writes: those that arrive while a batch is under way go down together in the next. */
export function createWriteQueue({ commit, limit, batchSize, onProblem }: WriteQueueOptions) {
  let waiting: Pending[] = []
  let pumping = false
  let queued = 0
  let refused = 0
  let failed = 0
  let last: Receipt | null = null

  function fail({ receipt }: Pending, error: unknown): void {
    failed++
    receipt.settle({ error })
    onProblem(error)
  }

  async function put(chunk: readonly Pending[]): Promise<void> {
    const outcomes = await commit(chunk.map(({ megram }) => megram)).catch((error: unknown) => ({ error }))
    for (const [index, pending] of chunk.entries()) {
      if ('error' in outcomes) fail(pending, outcomes.error)
      else settle(pending, outcomes[index])
    }
    queued -= chunk.length
  }

  function settle(pending: Pending, outcome: Written | ArtooError | undefined): void {
    if (outcome === undefined || outcome instanceof ArtooError) fail(pending, outcome)
    else pending.receipt.settle({ written: outcome })
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

  function refuse(megram: MegramRecord, error: ArtooError): Receipt {
    refused++
    onProblem(error)
    const receipt = new Receipt(megram.id, false)
    receipt.settle({ error })
    return receipt
  }

  return {
    push(megram: MegramRecord): Receipt {
      if (queued >= limit) return refuse(megram, full(limit))
      queued++
      const receipt = new Receipt(megram.id, true)
      last = receipt
      waiting.push({ megram, receipt })
      if (!pumping) void pump()
      return receipt
    },
    refuse,
    /** Resolves once every write pushed so far has settled, well or not. */
    async settled(): Promise<void> {
      if (queued > 0) await last?.settled.catch(ignore)
    },
    counts: (): QueueCounts => ({ queued, refused, failed }),
  }
}

const ignore = () => undefined

function full(limit: number): ArtooError {
  return new ArtooError(
    'queue_full',
    `${limit} writes are waiting; await flush() or a receipt before writing more, or raise queueLimit.`,
    { field: 'queueLimit' },
  )
}
