import { type Bucket, ignoredFrom, liveSums } from './aggregate.js'
import { type Action, actionFor } from './potentials.js'

export interface ActionChange {
  /** ms since the Unix epoch: the first whole millisecond at which it holds. */
  readonly at: number
  readonly action: Action
}

/** When the action next changes by decay alone, if nothing is written or erased; null when it never does. */
export function nextChange(buckets: readonly Bucket[], now: number): ActionChange | null {
  const actionAt = (time: number): Action => liveSums(buckets, time).action
  const current = actionAt(now)
  if (current === 'ignore') return null
  const good = buckets.filter(({ decision }) => decision > 0)
  const bad = buckets.filter(({ decision }) => decision < 0)

  /** What speaks for, what speaks against and the attention only ever fade: their ends bound all that lies between. */
  function stays(from: number, to: number): boolean {
    const { attention } = liveSums(buckets, to)
    const least = liveSums(good, to).decision + liveSums(bad, from).decision
    const most = liveSums(good, from).decision + liveSums(bad, to).decision
    return actionFor(attention, least) === current && actionFor(attention, most) === current
  }

  function firstTurn(from: number, to: number): number | null {
    if (stays(from, to)) return null
    if (to - from === 1) return actionAt(to) === current ? null : to
    const middle = Math.floor((from + to) / 2)
    return firstTurn(from, middle) ?? firstTurn(middle, to)
  }

  const at = firstTurn(now, ignoredFrom(buckets))
  return at === null ? null : { at, action: actionAt(at) }
}
