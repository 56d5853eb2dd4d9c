import { ArtooError } from '@artoo/spec'
import { commitWrites } from './commit-writes.js'
import type { Engine } from './engine.js'
import { type Damage, refuseDamage } from './integrity/damage.js'
import type { MemoryOptions } from './memory-options.js'
import { openStore } from './open-store.js'
import type { StoreKeeper } from './store-keeper.js'
import { createWriteQueue } from './write-queue.js'

const batchSize = 1000

export interface LifecycleOptions
  extends Required<Pick<MemoryOptions, 'check' | 'onDamage' | 'queueLimit' | 'onProblem'>> {
  readonly keeper: StoreKeeper
  /** Called once, after the last job. */
  readonly release: () => Promise<void>
}

/** Opening once, reading after writing, closing once. */
export function createLifecycle(engine: Engine, options: LifecycleOptions) {
  const { gate } = engine
  let opening: Promise<readonly Damage[]> | null = null
  let closing: Promise<void> | null = null

  async function open(): Promise<readonly Damage[]> {
    const damage = await openStore(engine, options.check, options.keeper)
    if (options.onDamage === 'refuse') refuseDamage(engine.damage)
    return damage
  }

  function openOnce(): Promise<readonly Damage[]> {
    opening ??= open()
    return opening
  }

  const queue = createWriteQueue({
    commit: async (chunk) => {
      await openOnce()
      return gate.exclusive(() => commitWrites(engine, chunk))
    },
    limit: options.queueLimit,
    batchSize,
    onProblem: options.onProblem,
  })

  async function ready(): Promise<void> {
    if (closing) throw closedError()
    await openOnce()
    await queue.settled()
  }

  async function flush(): Promise<void> {
    await queue.settled()
    await gate.exclusive(async () => undefined)
    await queue.settled()
  }

  async function close(): Promise<void> {
    await flush()
    await opening?.catch(() => undefined)
    await options.release()
  }

  return {
    queue,
    async opened(): Promise<readonly Damage[]> {
      if (!opening && closing) throw closedError()
      return openOnce()
    },
    isClosed: () => closing !== null,
    /** Runs `job` after the writes made so far, beside other readers. */
    async read<T>(job: () => Promise<T>): Promise<T> {
      await ready()
      return gate.read(job)
    },
    /** Runs `job` after the writes made so far, with the store to itself. */
    async exclusive<T>(job: () => Promise<T>): Promise<T> {
      await ready()
      return gate.exclusive(job)
    },
    ready,
    inBackground(job: () => Promise<unknown>): void {
      gate.exclusive(job).catch(options.onProblem)
    },
    flush,
    close(): Promise<void> {
      closing ??= close()
      return closing
    },
  }
}

export type Lifecycle = ReturnType<typeof createLifecycle>

export function closedError(): ArtooError {
  return new ArtooError('memory_closed', 'The memory is closed; open it again.')
}
