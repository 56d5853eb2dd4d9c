import { ArtooError, anySignal, closedError } from '@artoo/spec'
import { settleDoubt } from '../journal/batch-in-doubt.js'
import { type Damage, refuseDamage } from '../journal/damage.js'
import { clockJump, type Engine } from '../journal/engine.js'
import type { StoreKeeper } from '../journal/store-keeper.js'
import type { MegramRecord } from '../megram/megram.js'
import { commitWrites, type Written } from '../write/commit-writes.js'
import { createWriteQueue } from '../write/write-queue.js'
import { onDemand } from './load-on-demand.js'
import type { MemoryOptions } from './memory-options.js'
import { openStore } from './open-store.js'

const batchSize = 1000

export interface LifecycleOptions
  extends Required<
    Pick<MemoryOptions, 'check' | 'onDamage' | 'queueLimit' | 'queueBytes' | 'maxMegrams' | 'onProblem'>
  > {
  readonly keeper: StoreKeeper
  /** Called once, after the last job. */
  readonly release: () => Promise<void>
}

/** Opening once, reading after writing, closing once. */
export function createLifecycle(engine: Engine, options: LifecycleOptions) {
  const { gate } = engine
  let opening: Promise<readonly Damage[]> | null = null
  let closing: Promise<void> | null = null
  const ending = new AbortController()
  const running = new Set<Promise<unknown>>()

  /** After a failure of the store the next call tries again; what was found in the store stays found. */
  async function open(): Promise<readonly Damage[]> {
    try {
      const damage = await openStore(engine, options.check, options.keeper, options.onProblem)
      if (options.onDamage === 'refuse') refuseDamage(engine.damage)
      return damage
    } catch (error) {
      if (!ArtooError.isInstance(error) || error.code === 'store_io_error') opening = null
      throw error
    }
  }

  const openOnce = (): Promise<readonly Damage[]> => (opening ??= open())

  async function commit(chunk: readonly MegramRecord[]): Promise<readonly (Written | ArtooError)[]> {
    const written = await commitWrites(engine, chunk)
    const { M, K } = engine.head.counts
    if (M + K > options.maxMegrams) {
      // The writes are down, whatever becomes of this.
      await onDemand()
        .then(({ makeRoom }) => makeRoom(engine, options.maxMegrams))
        .catch(options.onProblem)
    }
    return written
  }

  const queue = createWriteQueue({
    commit: async (chunk) => {
      await openOnce()
      return gate.exclusive(() => commit(chunk))
    },
    limit: options.queueLimit,
    byteLimit: options.queueBytes,
    batchSize,
    onProblem: options.onProblem,
  })

  async function ready(): Promise<void> {
    if (closing) throw closedError('memory')
    await openOnce()
    tellOfJump()
    await writesSettled()
    if (engine.access.isAway()) await gate.exclusive(engine.access.mend)
  }

  let hasToldOfJump = false
  function tellOfJump(): void {
    const jump = hasToldOfJump ? null : clockJump(engine)
    if (!jump) return
    hasToldOfJump = true
    const [latest, now] = [jump.latest, jump.now].map((time) => new Date(time).toISOString())
    const message = `The latest event is dated ${latest}, but it is ${now}: the clock was wrong. Run repair() to have everything counted anew.`
    options.onProblem(new ArtooError('clock_jump', message, { field: 'clock' }))
  }

  /** Fails with the store while that can't say what became of a write. */
  async function writesSettled(): Promise<void> {
    await settleDoubt(engine)
    if (queue.counts().queued === 0) return
    let tell = (_: unknown): void => {}
    const failure = new Promise<never>((_, reject) => {
      tell = reject
      engine.awaitingWrites.add(reject)
    })
    await Promise.race([queue.settled(), failure]).finally(() => engine.awaitingWrites.delete(tell))
  }

  async function flush(): Promise<void> {
    await writesSettled()
    await gate.exclusive(async () => undefined)
    await writesSettled()
  }

  /** Runs `job` once the store is open and earlier writes are down; closing waits for it. */
  function run<T>(job: () => Promise<T>): Promise<T> {
    const work = ready().then(job)
    const ended: Promise<unknown> = work.then(ignore, ignore).then(() => running.delete(ended))
    running.add(ended)
    return work
  }

  const untilClosed = (signal?: AbortSignal) => (signal ? anySignal([signal, ending.signal]) : ending.signal)

  async function close(): Promise<void> {
    ending.abort(closedError('memory'))
    engine.closing = true
    await settleDoubt(engine)
    await Promise.all(running)
    await flush().catch(ignore)
    await opening?.catch(ignore)
    await gate.exclusive(() =>
      gate.closed(() => {
        engine.closed = true
        return options.release()
      }),
    )
  }

  return {
    queue,
    async opened(): Promise<readonly Damage[]> {
      if (!opening && closing) throw closedError('memory')
      return openOnce()
    },
    isClosed: () => closing !== null,
    /** Runs `job` after the writes made so far, beside other readers. */
    read: <T>(job: () => Promise<T>): Promise<T> => run(() => gate.read(job)),
    exclusive: <T>(job: () => Promise<T>): Promise<T> => run(() => gate.exclusive(job)),
    /** Runs long work that takes the store step by step: closing aborts its signal. */
    long: <T>(signal: AbortSignal | undefined, job: (signal: AbortSignal) => Promise<T>): Promise<T> =>
      run(() => job(untilClosed(signal))),
    ready,
    untilClosed,
    inBackground(job: () => Promise<unknown>): void {
      gate.exclusive(job).catch(options.onProblem)
    },
    flush,
    close: (): Promise<void> => (closing ??= Promise.resolve().then(close)),
  }
}

export type Lifecycle = ReturnType<typeof createLifecycle>

function ignore(): void {}
