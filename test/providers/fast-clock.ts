import { type Clock, systemClock } from '@artoo/spec'

/** Real time, so many times faster: a wait of a minute takes a second or so, while HTTP takes as long as it takes. */
export function fastClock(factor: number): Clock {
  const clock = systemClock()
  const startedAt = clock.now()
  return {
    now: () => startedAt + (clock.now() - startedAt) * factor,
    schedule: (delayMs, callback, options) => clock.schedule(delayMs / factor, callback, options),
  }
}
