import { fork } from 'node:child_process'
import { once } from 'node:events'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { operationsIn } from './operations.js'
import { outsideOf, outsideText, place } from './place.js'

/** The number of operations of a kind. */
export interface Count {
  operations: number
  /** Those that did what they were asked for; the others were refused, or failed. */
  ok: number
  /** Those that showed something from outside of the root, or after which a file outside had come, gone or changed. */
  outside: number
}

/** Runs operations while another process swaps a folder and a file of the root for links to outside. Counts are by kind. */
export async function race(operations: number, counts = new Map<string, Count>()): Promise<ReadonlyMap<string, Count>> {
  const places = place()
  const turn = await operationsIn(places)
  const swapper = fork(join(import.meta.dirname, 'swap.mjs'), [places.root], { execArgv: [] })
  const gone = once(swapper, 'exit')
  try {
    await once(swapper, 'message')
    let untouched = outsideOf(places.top)
    for (let done = 0; done < operations; ) {
      for (const [name, act] of turn(done).slice(0, operations - done)) {
        const { isOk, shown } = await act()
        const now = outsideOf(places.top)
        const isOutside =
          now !== untouched || [outsideText, 'only.txt'].some((text) => JSON.stringify(shown).includes(text))
        untouched = now
        const count = counts.get(name) ?? { operations: 0, ok: 0, outside: 0 }
        counts.set(name, count)
        count.operations++
        if (isOk) count.ok++
        if (isOutside) count.outside++
        done++
      }
    }
    return counts
  } finally {
    swapper.kill()
    await gone
    rmSync(places.top, { recursive: true, force: true })
  }
}
