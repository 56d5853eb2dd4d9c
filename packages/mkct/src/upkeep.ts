import { assertOptions } from '@artoo/spec'
import { createDreams } from './dreamer/dream.js'
import type { Engine } from './engine.js'
import { checkSelector, forgetRecords } from './forget.js'
import { invalidImport } from './import-line.js'
import { isSerious } from './integrity/damage.js'
import { repairStore } from './integrity/repair.js'
import { verifyStore } from './integrity/verify.js'
import type { Lifecycle } from './lifecycle.js'
import type { Memory } from './memory.js'
import { exportLines, importLines } from './portability.js'
import type { StoreKeeper } from './store-keeper.js'
import { itemsUntilAborted } from './until-aborted.js'

export function createUpkeep(engine: Engine, lifecycle: Lifecycle, keeper: StoreKeeper, namespace: string) {
  const dream = createDreams(engine)

  /** Work with the store to itself that the caller, or closing, may stop between its steps. */
  function stoppable<T>(given: AbortSignal | undefined, job: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return lifecycle.long(given, (signal) => engine.gate.exclusive(() => job(signal)))
  }

  return {
    async dream(options = {}) {
      assertOptions(options, ['distill', 'signal'], { of: 'dream' })
      return lifecycle.long(options.signal, (signal) => dream(options.distill, signal))
    },
    async forget(selector, options = {}) {
      checkSelector(selector)
      return stoppable(options.signal, (signal) => forgetRecords(engine, selector, signal))
    },
    async *export({ signal } = {}) {
      await lifecycle.ready()
      yield* exportLines(engine, namespace, lifecycle.untilClosed(signal))
    },
    async import(lines, options = {}) {
      const isIterable =
        typeof lines === 'object' && lines !== null && (Symbol.iterator in lines || Symbol.asyncIterator in lines)
      if (!isIterable) throw invalidImport('Give the lines of an export, as an iterable.')
      return lifecycle.long(options.signal, (signal) => importLines(engine, itemsUntilAborted(lines, signal), signal))
    },
    verify: (options = {}) =>
      stoppable(options.signal, async (signal) => {
        signal.throwIfAborted()
        const files = (await keeper.checkFiles?.()) ?? []
        const { ok, megrams, damage } = await verifyStore(engine, signal)
        return { ok: ok && !files.some(isSerious), megrams, damage: [...files, ...damage] }
      }),
    repair: (options = {}) => stoppable(options.signal, (signal) => repairStore(engine, signal)),
  } satisfies Partial<Memory>
}
