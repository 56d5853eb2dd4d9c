import type { Port } from '@artoo/bus'
import { onAbort } from '@artoo/spec'
import { type Effect, effect } from '../../effect.js'
import type { TimerContracts } from './timer-contracts.js'

/** Tells a decider when a time has passed, for deciders have no clock. */
export function timerEffect(): Effect {
  return effect({
    actor: 'timer',
    unanswered: 'reissue',
    bind(port: Port<TimerContracts<string>, 'timer'>, scope) {
      const timers = new Map<string, () => void>()
      onAbort(scope.signal, () => {
        for (const cancel of timers.values()) cancel()
      })
      port.receive(async ({ id: causationId, from: to, payload: { key, delayMs } }) => {
        if (!(await scope.mayBegin())) return
        const name = JSON.stringify([to, key])
        timers.get(name)?.()
        const fire = () => {
          timers.delete(name)
          port.publish({ type: 'TimerFired', to, payload: { key } }, { causationId })
        }
        timers.set(name, scope.clock.schedule(delayMs, fire))
      })
    },
  })
}
