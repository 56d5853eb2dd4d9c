import { ArtooError, oneByOne, unheard } from '@artoo/spec'
import type { MegramRecord } from '../megram/megram.js'
import type { Written } from './commit-writes.js'

export interface WriteReceipt {
  readonly id: string
  /** False when the queue was full or the memory closed: nothing will be written, and `settled` rejects. */
  readonly accepted: boolean
  /**
   * Settles when the batch is down, and never rejects when it is: while nobody can tell, it waits (`write_in_doubt` once the
   * memory is closed). A rejection nobody listens to is not reported as unhandled.
   */
  readonly settled: Promise<Written>
}

/**
 * Makes its promise only when asked for it: most writers never look, and a promise costs as much as a key. A class, since V8 keeps all that a getter of
 * an object literal closes over until its next full collection.
 */
class Receipt implements WriteReceipt {
  readonly #outcome: () => Promise<Outcome | undefined>
  #settled: Promise<Written> | null = null

  constructor(
    readonly id: string,
    readonly accepted: boolean,
    outcome: () => Promise<Outcome | undefined>,
  ) {
    this.#outcome = outcome
  }

  get settled(): Promise<Written> {
    this.#settled ??= this.#settle()
    unheard(this.#settled)
    return this.#settled
  }

  async #settle(): Promise<Written> {
    const written = await this.#outcome()
    if (written === undefined || written instanceof ArtooError) throw written
    return written
  }
}

export interface QueueCounts {
  readonly queued: number
  /** The size of these Megrams' text in memory. */
  readonly bytes: number
  /** Turned away since opening, because the queue was full or the memory closed. */
  readonly refused: number
  /** Accepted, but not written: a failing store, an id or idempotency key used for something else. */
  readonly failed: number
}

type Outcome = Written | ArtooError

export interface WriteQueueOptions {
  readonly commit: (chunk: readonly MegramRecord[]) => Promise<readonly Outcome[]>
  readonly limit: number
  readonly byteLimit: number
  readonly batchSize: number
  /** Must not throw. */
  readonly onProblem: (error: unknown) => void
}

/** Writes that go down together, and what becomes of them. */
interface Chunk {
  readonly megrams: MegramRecord[]
  readonly outcomes: Promise<readonly Outcome[]>
}

/** Coalesces writes: those that arrive while a batch is under way go down together in the next. */
export function createWriteQueue({ commit, limit, byteLimit, batchSize, onProblem }: WriteQueueOptions) {
  /** The chunk that takes what comes, until it is full or its turn has come. */
  let open: Chunk | null = null
  const inTurn = oneByOne()
  const counts = { queued: 0, bytes: 0, refused: 0, failed: 0 }

  function openChunk(): Chunk {
    const megrams: MegramRecord[] = []
    const outcomes = inTurn(() => put(megrams))
    return { megrams, outcomes }
  }

  async function put(megrams: readonly MegramRecord[]): Promise<readonly Outcome[]> {
    if (open?.megrams === megrams) open = null
    try {
      const outcomes = await commit(megrams)
      for (const outcome of outcomes) if (outcome instanceof ArtooError) fail(outcome)
      return outcomes
    } catch (error) {
      for (const _ of megrams) fail(error)
      throw error
    } finally {
      counts.queued -= megrams.length
      for (const megram of megrams) counts.bytes -= sizeOf(megram)
    }
  }

  function fail(error: unknown): void {
    counts.failed++
    onProblem(error)
  }

  function refuse({ id }: MegramRecord, error: ArtooError): WriteReceipt {
    counts.refused++
    onProblem(error)
    return new Receipt(id, false, async () => error)
  }

  return {
    push(megram: MegramRecord): WriteReceipt {
      const { queued, bytes } = counts
      const size = sizeOf(megram)
      if (queued >= limit) return refuse(megram, full(`${limit} writes`, 'queueLimit'))
      if (queued > 0 && bytes + size > byteLimit) return refuse(megram, full(`${bytes} bytes`, 'queueBytes'))
      counts.queued++
      counts.bytes += size
      open ??= openChunk()
      const { megrams, outcomes } = open
      const position = megrams.push(megram) - 1
      if (megrams.length === batchSize) open = null
      return new Receipt(megram.id, true, async () => (await outcomes)[position])
    },
    refuse,
    /** Resolves once every write pushed so far has settled, well or not. */
    settled: (): Promise<unknown> => inTurn(() => {}),
    counts: (): QueueCounts => ({ ...counts }),
  }
}

/** In a string a character takes two bytes at most. */
function sizeOf(megram: MegramRecord): number {
  const { space, entity, content, key = '', subject = '', origin = '', about = '', sources = [] } = megram
  const texts = [space, entity, content, key, subject, origin, about, ...sources]
  return texts.reduce((sum, { length }) => sum + 2 * length, 0)
}

function full(what: string, field: 'queueLimit' | 'queueBytes'): ArtooError {
  const message = `${what} are waiting; await flush() or a receipt before writing more, or raise ${field}.`
  return new ArtooError('queue_full', message, { field })
}
