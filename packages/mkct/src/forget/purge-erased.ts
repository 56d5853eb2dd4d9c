import type { Engine } from '../journal/engine.js'
import { inOneBatch } from '../journal/stage.js'

/** The mark that the erasing batches set has a crash before this ended made good on the next opening. */
export async function purgeErased(engine: Engine): Promise<boolean> {
  const compacted = await engine.compact()
  await inOneBatch(engine, (stage) => stage.set(engine.keys.erasing, null))
  return compacted
}
