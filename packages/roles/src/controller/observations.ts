import type { Notice } from '@artoo/bus'
import type { Observation } from '@artoo/ggs'
import type { ArtooEvent } from '../messages/contracts.js'
import { observe } from './observe.js'
import { ofWorkIn } from './of-work-in.js'

/** What the controller saw in a task, for `replay()` of `@artoo/ggs`: same trace, other gains. */
export function observationsOf(events: Iterable<ArtooEvent | Notice>): readonly Observation[] {
  const observations: Observation[] = []
  let waitedMs = 0
  for (const event of events) {
    if (event.type === 'Waited') waitedMs = event.payload.waitedMs
    if (event.type === 'OutcomeSummary') observations.push(observe(ofWorkIn(event.payload), true, waitedMs))
    if (event.type === 'ReplanRequest') observations.push(observe(ofWorkIn(event.payload), false, waitedMs))
  }
  return observations
}
