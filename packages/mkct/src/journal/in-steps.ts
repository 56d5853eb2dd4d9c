import type { KeyRange } from '../store/key-encoding.js'
import type { Entry } from '../store/store.js'
import type { Engine } from './engine.js'

const pageSize = 200

/**
 * Walks a range in pages that are read and worked on with the gate held, so that others get their turn between two. Ends
 * without an error once the signal is aborted.
 */
export async function* inSteps<Result>(
  engine: Engine,
  hold: 'read' | 'exclusive',
  range: KeyRange,
  signal: AbortSignal | undefined,
  work: (engine: Engine, page: readonly Entry[]) => Result | Promise<Result>,
): AsyncGenerator<Result> {
  const { access, gate } = engine
  let isLast = false
  let after: string | undefined
  while (!isLast && !signal?.aborted) {
    yield await gate[hold](async () => {
      const rest = after === undefined ? range : { gt: after, lt: range.lt }
      const page = await access.page(rest, { limit: pageSize })
      isLast = page.length < pageSize
      after = page.at(-1)?.[0]
      return work(engine, page)
    })
  }
}
