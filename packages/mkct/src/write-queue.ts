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
  /** What the text of these takes in memory. */
  readonly bytes: number
  /** Turned away since opening, because the queue was full or the memory closed. */
  readonly refused: number
  /** Accepted, but not written: a failing store, an id or idempotency key used for something else. */
  readonly failed: number
}

export interface WriteQueueOptions {
  readonly commit: (chunk: readonly MegramRecord[]) => Promise<readonly (Written | ArtooError)[]>
  readonly limit: number
  readonly byteLimit: number
  readonly batchSize: number
  /** Must not throw. */
  readonly onProblem: (error: unknown) => void
}

/** Coalesces writes: those that arrive while a batch is under way go down together in the next. */
export function createWriteQueue({ commit, limit, byteLimit, batchSize, onProblem }: WriteQueueOptions) {
  let waiting: Pending[] = []
  let pumping = false
  let queued = 0
  let bytes = 0
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
    for (const { megram } of chunk) bytes -= sizeOf(megram)
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
      const size = sizeOf(megram)
      if (queued >= limit) return refuse(megram, full(`${limit} writes`, 'queueLimit'))
      if (queued > 0 && bytes + size > byteLimit) return refuse(megram, full(`${bytes} bytes`, 'queueBytes'))
      queued++
      bytes += size
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
    counts: (): QueueCounts => ({ queued, bytes, refused, failed }),
  }
}

const ignore = () => undefined

/** In a string a character takes two bytes at most. */
function sizeOf({ space, entity, content, key = '', subject = '', origin = '', ...on }: MegramRecord): number {
  const texts = [space, entity, content, key, subject, origin, on.about ?? '', ...(on.sources ?? [])]
  return texts.reduce((sum, { length }) => sum + 2 * length, 0)
}

function full(what: string, field: 'queueLimit' | 'queueBytes'): ArtooError {
  const message = `${what} are waiting; await flush() or a receipt before writing more, or raise ${field}.`
  return new ArtooError('queue_full', message, { field })
}
