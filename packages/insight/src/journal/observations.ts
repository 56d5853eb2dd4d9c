import type { Observation } from '@artoo/ggs'
import { observe } from '@artoo/roles'
import type { Event } from './event.js'

/** The controller's observations in a task, for `replay()` of `@artoo/ggs`: same trace, other gains. */
export function observationsOf(events: Iterable<Event>): readonly Observation[] {
  const observations: Observation[] = []
  let waitedMs = 0
  for (const event of events) {
    if (event.type === 'Waited') waitedMs = event.payload.waitedMs
    if (event.type === 'OutcomeSummary') observations.push(observe(event.payload, true, waitedMs))
    if (event.type === 'ReplanRequest') observations.push(observe(event.payload, false, waitedMs))
  }
  return observations
}
