import { ArtooError } from '@artoo/spec'
import type { Engine } from './engine.js'
import { encodeHead, type Head } from './head.js'

const retryMs = 1000

/**
 * Whether a batch whose writing failed is down all the same: the head in the store tells. As long as that can't be read this
 * stays pending, so that no receipt of a batch that is down rejects; every call tries again, and so does a timer.
 *
 * @throws {ArtooError} `write_in_doubt` when the memory is closed before it is known.
 */
export function isDown(engine: Engine, head: Head): Promise<boolean> {
  return new Promise((settle, giveUp) => {
    const doubt = { head, settle, giveUp }
    engine.inDoubt = doubt
    const tryOn = (): void => {
      if (engine.inDoubt !== doubt) return
      settleDoubt(engine).catch((error: unknown) => {
        for (const tell of engine.awaitingWrites) tell(error)
        engine.clock.schedule(retryMs, tryOn, { background: true })
      })
    }
    tryOn()
  })
}

/**
 * Tries once to settle the doubt, if there is one; when the memory is closing, for the last time. A synced batch may be in the
 * log though syncing it failed.
 */
export async function settleDoubt(engine: Engine): Promise<void> {
  const { inDoubt, access, keys } = engine
  if (!inDoubt) return
  try {
    if (engine.sync) await access.mend()
    inDoubt.settle((await access.get(keys.head)) === encodeHead(inDoubt.head))
  } catch (error) {
    if (!engine.closing) throw error
    const message = 'The memory was closed before the store could say whether this is written; look for it on opening.'
    inDoubt.giveUp(new ArtooError('write_in_doubt', message, { field: 'store', cause: error }))
  }
  if (engine.inDoubt === inDoubt) engine.inDoubt = null
}
