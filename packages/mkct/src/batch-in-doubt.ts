import type { Engine } from './engine.js'
import { encodeHead } from './head.js'

/**
 * A batch whose writing failed may be down all the same: the head in the store tells. Returns whether it is; when even
 * that can't be read, the doubt stays for the next call. To be used inside `gate.exclusive`.
 */
export async function settleDoubt(engine: Engine): Promise<boolean> {
  const { inDoubt, access, keys } = engine
  if (!inDoubt) return false
  const stored = await access.get(keys.head)
  engine.inDoubt = null
  if (stored !== encodeHead(inDoubt)) return false
  engine.head = inDoubt
  engine.cache.clear()
  engine.committed(inDoubt)
  return true
}
