import type { Observation } from '@artoo/ggs'
import type { Policy } from './policy.js'

/** A policy that takes every call that failed for one that will fail again: neither a change nor an outage that ends counts. */
export function blind(policy: Policy): Policy {
  return {
    name: policy.name,
    start(task) {
      const decide = policy.start(task)
      return (observation, truth) => decide(withoutChange(observation), truth)
    },
  }
}

function withoutChange(observation: Observation): Observation {
  const outcomes = observation.outcomes.map((outcome) => ({
    ...outcome,
    calls: outcome.calls.map(({ lifted: _, ...call }) => call),
  }))
  return { ...observation, outcomes }
}
