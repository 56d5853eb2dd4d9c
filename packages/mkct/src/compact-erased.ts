import type { Engine } from './engine.js'
import { inOneBatch } from './stage.js'

/** The mark that the erasing batches set has a crash before this ended made good on the next opening. */
export async function compactErased(engine: Engine): Promise<boolean> {
  const compacted = await engine.compact()
  await inOneBatch(engine, (stage) => stage.set(engine.keys.erasing, null))
  return compacted
}
