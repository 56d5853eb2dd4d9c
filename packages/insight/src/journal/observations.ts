import type { Observation } from '@artoo/ggs'
import type { Event } from './event.js'
import { createObserver } from './observer.js'

/** The controller's observations in a task, for `replay()` of `@artoo/ggs`: same trace, other gains. */
export function observationsOf(events: Iterable<Event>): readonly Observation[] {
  const observations: Observation[] = []
  const observer = createObserver()
  for (const event of events) {
    if (event.type === 'Waited') observer.waited(event.payload.waitedMs)
    if (event.type === 'OutcomeSummary') observations.push(observer.round(event.payload, true))
    if (event.type === 'ReplanRequest') observations.push(observer.round(event.payload, false))
    if (event.type === 'ControlDecision') observer.decided(event.payload)
  }
  return observations
}
