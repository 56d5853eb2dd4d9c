import type { Port } from '@artoo/bus'
import { onAbort } from '@artoo/spec'
import { type Effect, effect } from '../../effect.js'
import type { TimerContracts } from './timer-contracts.js'

/** Tells a decider when a time has passed, for deciders have no clock. */
export function timerEffect(): Effect {
  return effect({
    actor: 'timer',
    unanswered: 'reissue',
    bind(port: Port<TimerContracts<string>, 'timer'>, { clock, signal, unsure, hold, mayBegin }) {
      const stops = new Map<string, () => void>()
      onAbort(signal, () => {
        for (const stop of stops.values()) stop()
      })
      port.receive(async ({ id: causationId, from: to, at, payload: { key, delayMs } }) => {
        hold(causationId)
        if (!(await mayBegin()) || signal.aborted) return
        const name = JSON.stringify([to, key])
        stops.get(name)?.()
        // What was set in an earlier process goes off when it would have gone off there.
        const leftMs = unsure.has(causationId) ? Math.max(0, at + delayMs - clock.now()) : delayMs
        // A host's clock may call twice, or after it was told not to; a promise settles once.
        const fired = await new Promise<boolean>((settle) => {
          const cancel = clock.schedule(leftMs, () => settle(true))
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
