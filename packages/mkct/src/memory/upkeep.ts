import { ArtooError, assertOptions } from '@artoo/spec'
import { itemsUntilAborted } from '../async/until-aborted.js'
import type { createDreams } from '../dreamer/dream.js'
import { isSerious } from '../journal/damage.js'
import type { Engine } from '../journal/engine.js'
import type { StoreKeeper } from '../journal/store-keeper.js'
import type { Lifecycle } from './lifecycle.js'
import { onDemand } from './load-on-demand.js'
import type { Memory } from './memory.js'

type Dreams = ReturnType<typeof createDreams>

export function createUpkeep(engine: Engine, lifecycle: Lifecycle, keeper: StoreKeeper, namespace: string) {
  let loading: Promise<Dreams> | undefined
  const dreams = () => (loading ??= onDemand().then(({ createDreams }) => createDreams(engine)))

  /** Work with the store to itself that the caller, or closing, may stop between its steps. */
  function stoppable<T>(given: AbortSignal | undefined, job: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return lifecycle.long(given, (signal) => engine.gate.exclusive(() => job(signal)))
  }

  return {
    async dream(options = {}) {
      assertOptions(options, ['distill', 'signal'], { of: 'dream' })
      return lifecycle.long(options.signal, async (signal) => (await dreams())(options.distill, signal))
    },
    // Takes its turn before it is loaded: closing waits for it, and what is written later comes after it.
    forget: (selector, options = {}) =>
      stoppable(options.signal, async (signal) => {
        const { checkSelector, forgetRecords } = await onDemand()
        checkSelector(selector)
        return forgetRecords(engine, selector, signal)
      }),
    async *export({ signal } = {}) {
      await lifecycle.ready()
      const { exportLines } = await onDemand()
      yield* exportLines(engine, namespace, lifecycle.untilClosed(signal))
    },
    async import(lines, options = {}) {
      const isIterable =
        typeof lines === 'object' && lines !== null && (Symbol.iterator in lines || Symbol.asyncIterator in lines)
      if (!isIterable) {
        throw new ArtooError('invalid_import', 'Give the lines of an export, as an iterable.', { field: 'lines' })
      }
      return lifecycle.long(options.signal, async (signal) => {
        const { importLines } = await onDemand()
        return importLines(engine, itemsUntilAborted(lines, signal), signal)
      })
    },
    verify: (options = {}) =>
      stoppable(options.signal, async (signal) => {
        const { verifyStore } = await onDemand()
        signal.throwIfAborted()
        const files = (await keeper.checkFiles?.()) ?? []
        const { ok, megrams, damage } = await verifyStore(engine, signal)
        return { ok: ok && !files.some(isSerious), megrams, damage: [...files, ...damage] }
      }),
    repair: (options = {}) =>
      stoppable(options.signal, async (signal) => (await onDemand()).repairStore(engine, signal)),
  } satisfies Partial<Memory>
}
