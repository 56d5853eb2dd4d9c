import { type Clock, errorMessage, type IdGenerator, monotonicTime, systemClock, unheard } from '@artoo/spec'
import { ownId } from './own-id.js'

interface HostParts {
  readonly clock: Clock
  readonly ids: IdGenerator
}

/**
 * The host's clock and id generator with the standard ones behind them: when one throws, or gives what is no time or id,
 * the standard one answers in its place and `onFailure` hears of it.
 */
export function dependable({ clock, ids }: HostParts, onFailure: (message: string) => void): HostParts {
  const spare = systemClock()

  function orElse<T>(name: string, own: () => T, isRight: (value: T) => boolean, other: () => T): T {
    try {
      const value = own()
      if (isRight(value)) return value
      unheard(value)
      onFailure(`${name} gave ${String(value)}`)
    } catch (error) {
      onFailure(`${name} failed: ${errorMessage(error)}`)
    }
    return other()
  }

  let passed = Number.NEGATIVE_INFINITY
  // Each event is given an id and a time: what these take is made once.
  const isId = (id: string) => typeof id === 'string' && id !== ''
  const wall = [() => clock.now(), Number.isFinite, () => spare.now()] as const
  const monotonic = [() => monotonicTime(clock), Number.isFinite, () => monotonicTime(spare)] as const

  return {
    ids: () => orElse('ids', ids, isId, ownId),
    clock: {
      now: () => orElse('clock.now', ...wall),
      monotonic() {
        passed = Math.max(passed, orElse('clock.monotonic', ...monotonic))
        return passed
      },
      schedule(...timer) {
        const cancel = orElse(
          'clock.schedule',
          () => clock.schedule(...timer),
          (given) => typeof given === 'function',
          () => spare.schedule(...timer),
        )
        return () =>
          orElse(
            "a timer's cancel",
            () => unheard(cancel()),
            () => true,
            () => undefined,
          )
      },
    },
  }
}
