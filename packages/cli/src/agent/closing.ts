import { patiently } from '@artoo/runtime'
import { systemClock } from '@artoo/spec'

export interface Closing {
  /** Notes how to close something that is open. */
  add(close: () => Promise<void> | undefined): void
  /** Notes how to close something that is being opened. Returns the opening. */
  opening<Thing>(opening: Promise<Thing>, close: (thing: Thing) => Promise<void> | undefined): Promise<Thing>
  /** Closes what was opened, the last first, each within some seconds. Rejects with the first failure once all have had their turn. */
  close(): Promise<void>
}

export function closingStack(): Closing {
  const closers: (() => Promise<void> | undefined)[] = []
  const clock = systemClock()
  let closing: Promise<void> | undefined

  async function closeAll(): Promise<void> {
    const failures: unknown[] = []
    for (let close = closers.pop(); close !== undefined; close = closers.pop()) {
      const one = close
      await patiently(clock, async () => one()).catch((error: unknown) => failures.push(error))
    }
    if (failures.length > 0) throw failures[0]
  }

  return {
    add: (close) => void closers.push(close),
    opening(opening, close) {
      closers.push(() => opening.then(close, () => {}))
      return opening
    },
    close() {
      closing ??= closeAll()
      return closing
    },
  }
}
