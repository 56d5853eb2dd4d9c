import { type Bucket, liveSums } from './aggregate.js'
import { signChanges, type Term } from './exponential-roots.js'
import { type Action, actionFor, decay, thresholds } from './potentials.js'

export interface ActionChange {
  /** ms since the Unix epoch: the first whole millisecond at which it holds. */
  readonly at: number
  readonly action: Action
}

const millisecondsPerDay = 86_400_000

/** When the action next changes by decay alone, if nothing is written or erased; null when it never does. */
export function nextChange(buckets: readonly Bucket[], now: number): ActionChange | null {
  const actionAt = (time: number): Action => {
    const { attention, decision } = liveSums(buckets, time)
    return actionFor(attention, decision)
  }
  const current = actionAt(now)
  if (current === 'ignore') return null
  const live = buckets.map((bucket) => ({ bucket, factor: decay(bucket.k, now - bucket.anchor) }))
  const attentions = live.map(({ bucket, factor }) => ({ coefficient: bucket.attention * factor, rate: bucket.k }))
  const decisions = live.map(({ bucket, factor }) => ({ coefficient: bucket.decision * factor, rate: bucket.k }))
  const slowest = Math.min(...buckets.map(({ k }) => k))
  const { attention } = liveSums(buckets, now)
  const horizon = Math.log(attention / thresholds.attention) / slowest + 1
  const crossings = [
    ...signChanges(minus(attentions, thresholds.attention), horizon),
    ...signChanges(minus(decisions, thresholds.decision), horizon),
    ...signChanges(minus(decisions, -thresholds.decision), horizon),
  ].sort((a, b) => a - b)
  // One look between two crossings tells the action there. A threshold that is stood on is left within a millisecond.
  const cuts = [0, ...crossings, horizon]
  const looks = cuts.map((cut, index) => now + Math.ceil(((cut + (cuts[index + 1] ?? cut)) / 2) * millisecondsPerDay))
  let before = now
  for (const look of [now + 1, ...looks]) {
    if (look <= before) continue
    if (actionAt(look) !== current) {
      const at = firstAfter(before, look, (time) => actionAt(time) !== current)
      return { at, action: actionAt(at) }
    }
    before = look
  }
  return null
}

/** The first whole number after `from`, up to `to`, from which on `turned` holds. */
function firstAfter(from: number, to: number, turned: (time: number) => boolean): number {
  let low = from
  let high = to
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (turned(middle)) high = middle
    else low = middle
  }
  return high
}

function minus(terms: readonly Term[], constant: number): readonly Term[] {
  return [...terms, { coefficient: -constant, rate: 0 }]
}
