import type { Engine } from './engine.js'
import type { KeyRange } from './key-encoding.js'
import type { Entry } from './store.js'

const pageSize = 200

/**
 * Walks a range in pages that are read and worked on with the gate held, so that others get their turn between two. Ends
 * without an error once the signal is aborted.
 */
export async function* inSteps<Result>(
  { access, gate }: Engine,
  hold: 'read' | 'exclusive',
  { gte, lt }: KeyRange,
  signal: AbortSignal | undefined,
  work: (page: readonly Entry[]) => Result | Promise<Result>,
): AsyncGenerator<Result> {
  let start: { readonly gte: string } | { readonly gt: string } | null = { gte }
  while (start && !signal?.aborted) {
    const from: { readonly gte: string } | { readonly gt: string } = start
    const { page, result } = await gate[hold](async () => {
      const page = await access.page({ ...from, lt }, { limit: pageSize })
      return { page, result: await work(page) }
    })
    yield result
    const last = page.at(-1)
    start = last && page.length === pageSize ? { gt: last[0] } : null
  }
}
