import { type Bucket, liveSums } from './aggregate.js'
import { signChanges, type Term } from './exponential-roots.js'
import { type Action, actionFor, decay, thresholds } from './potentials.js'

export interface ActionChange {
  /** ms since the Unix epoch. */
  readonly at: number
  readonly action: Action
}

const millisecondsPerDay = 86_400_000

/** When the action next changes by decay alone, if nothing is written or erased; null when it never does. */
export function nextChange(buckets: readonly Bucket[], now: number): ActionChange | null {
  const { attention, decision } = liveSums(buckets, now)
  const current = actionFor(attention, decision)
  if (current === 'ignore') return null
  const live = buckets.map((bucket) => ({ bucket, factor: decay(bucket.k, now - bucket.anchor) }))
  const attentions = live.map(({ bucket, factor }) => ({ coefficient: bucket.attention * factor, rate: bucket.k }))
  const decisions = live.map(({ bucket, factor }) => ({ coefficient: bucket.decision * factor, rate: bucket.k }))
  const slowest = Math.min(...buckets.map(({ k }) => k))
  const horizon = Math.log(attention / thresholds.attention) / slowest + 1
  const crossings = [
    ...signChanges(minus(attentions, thresholds.attention), horizon),
    ...signChanges(minus(decisions, thresholds.decision), horizon),
    ...signChanges(minus(decisions, -thresholds.decision), horizon),
  ].sort((a, b) => a - b)
  for (const [index, crossing] of crossings.entries()) {
    const after = (crossing + (crossings[index + 1] ?? horizon + 1)) / 2
    const { attention: a, decision: d } = liveSums(buckets, now + after * millisecondsPerDay)
    const action = actionFor(a, d)
    if (action !== current) return { at: Math.ceil(now + crossing * millisecondsPerDay), action }
  }
  return null
}

function minus(terms: readonly Term[], constant: number): readonly Term[] {
  return [...terms, { coefficient: -constant, rate: 0 }]
}
