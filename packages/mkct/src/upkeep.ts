import { dream } from './dreamer/dream.js'
import type { Engine } from './engine.js'
import { forgetRecords } from './forget.js'
import { rethrow } from './integrity/corruption.js'
import { isSerious } from './integrity/damage.js'
import { repairStore } from './integrity/repair.js'
import { verifyStore } from './integrity/verify.js'
import type { Lifecycle } from './lifecycle.js'
import type { Memory } from './memory.js'
import { exportLines, importLines } from './portability.js'
import type { StoreKeeper } from './store-keeper.js'
import { itemsUntilAborted } from './until-aborted.js'

type Upkeep = 'dream' | 'forget' | 'export' | 'import' | 'verify' | 'repair'

export function createUpkeep(
  engine: Engine,
  lifecycle: Lifecycle,
  keeper: StoreKeeper,
  namespace: string,
): Pick<Memory, Upkeep> {
  return {
    dream: (options = {}) => lifecycle.long(options.signal, (signal) => dream(engine, { ...options, signal })),
    forget: (selector) => lifecycle.exclusive(() => forgetRecords(engine, selector)),
    async *export({ signal } = {}) {
      await lifecycle.ready()
      yield* exportLines(engine, namespace, lifecycle.untilClosed(signal))
    },
    import: (lines, options = {}) =>
      lifecycle.long(options.signal, (signal) => importLines(engine, itemsUntilAborted(lines, signal), signal)),
    verify: ({ signal } = {}) =>
      lifecycle.exclusive(async () => {
        const files = (await keeper.checkFiles?.()) ?? []
        const { ok, megrams, damage } = await verifyStore(engine, signal).catch(rethrow)
        return { ok: ok && !files.some(isSerious), megrams, damage: [...files, ...damage] }
      }),
    repair: () =>
      lifecycle.exclusive(async () => {
        const report = await repairStore(engine).catch(rethrow)
        engine.damage = []
        await keeper.repaired?.(engine.head)
        return report
      }),
  }
}
