import { type Clock, onAbort } from '@artoo/spec'

interface Look {
  readonly clock: Pick<Clock, 'schedule'>
  /** Milliseconds until the look at the latest. */
  readonly ms: number
  readonly signal: AbortSignal
  /** Calls when there may be something to see; the returned function takes that back. @defaultValue the time alone decides */
  readonly wake?: ((callback: () => void) => () => void) | undefined
}

/** Resolves when it is time to look again: after the time, when woken, or when the signal aborts. */
export function nextLook({ clock, ms, signal, wake }: Look): Promise<void> {
  return new Promise((resolve) => {
    const undo: (() => void)[] = []
    const done = () => {
      for (const one of undo.splice(0)) one()
      resolve()
    }
    if (signal.aborted) return done()
    undo.push(clock.schedule(ms, done), onAbort(signal, done))
    if (wake) undo.push(wake(done))
  })
}
