import type { Port } from '@artoo/bus'
import { type Clock, onAbort } from '@artoo/spec'
import { type Effect, effect } from '../../scope/effect.js'
import type { TimerContracts } from './timer-contracts.js'

/** Sends a decider a message when a time has passed, for deciders have no clock. */
export function timerEffect(): Effect {
  return effect({
    actor: 'timer',
    unanswered: 'reissue',
    bind(port: Port<TimerContracts<string>, 'timer'>, { clock, signal, unsure, hold, mayBegin }) {
      const stops = new Map<string, () => void>()
      onAbort(signal, () => {
        for (const stop of stops.values()) stop()
      })
      port.receive(async ({ id: causationId, from: to, at, payload }) => {
        const { key } = payload
        hold(causationId)
        if (!(await mayBegin()) || signal.aborted) return
        const name = JSON.stringify([to, key])
        stops.get(name)?.()
        // A timer that an earlier process set fires at the time at which it would have fired there.
        const leftMs = (delayMs: number) =>
          unsure.has(causationId) ? Math.max(0, at + delayMs - clock.now()) : delayMs
        // A host's clock may call twice, or after it was cancelled; a promise settles once.
        const fired = await new Promise<boolean>((settle) => {
          const goOff = () => settle(true)
          const cancel =
            'until' in payload
              ? atWallTime(clock, payload.until, goOff)
              : clock.schedule(leftMs(payload.delayMs), goOff)
          stops.set(name, () => {
            cancel()
            settle(false)
          })
        })
        if (fired && !signal.aborted) port.publish({ type: 'TimerFired', to, payload: { key } }, { causationId })
      })
    },
  })
}

/** Milliseconds after which a wall clock that was set meanwhile is noticed. */
const longestStep = 30_000

/**
 * Calls back when the wall clock shows the time, and not before, also after the clock was set; the returned function
 * cancels it.
 */
function atWallTime(clock: Clock, until: number, callback: () => void): () => void {
  let over = false
  let cancel = () => {}
  const wait = () => {
    const leftMs = until - clock.now()
    if (over) return
    if (leftMs > 0) cancel = clock.schedule(Math.min(leftMs, longestStep), wait)
    else callback()
  }
  cancel = clock.schedule(Math.max(0, Math.min(until - clock.now(), longestStep)), wait)
  return () => {
    over = true
    cancel()
  }
}
