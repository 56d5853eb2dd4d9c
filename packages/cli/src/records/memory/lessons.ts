import { type Action, actionFor, directSum, type Megram } from '@artoo/mkct'

/** The knowledge of a pair. */
export interface Lesson {
  readonly space: string
  readonly entity: string
  readonly attention: number
  /** Positive: it speaks for the pair. */
  readonly decision: number
  readonly action: Action
  /** The newest text. */
  readonly content: string
  readonly at: number
}

/** The lessons about each pair, by their strength. Entries without a text are the index of others, rules are listed apart. */
export async function lessonsIn(
  megrams: AsyncIterable<Megram> | Iterable<Megram>,
  now: number,
): Promise<readonly Lesson[]> {
  const pairs = new Map<string, Lesson>()
  for await (const megram of megrams) {
    const { space, entity, content, level, at } = megram
    if (content === '' || level === 'C') continue
    const key = JSON.stringify([space, entity])
    const before = pairs.get(key)
    const { f, sigma, k, decaysFrom = at, recalledAt } = megram
    const one = directSum([{ f, sigma, k, anchor: Math.max(at, decaysFrom, recalledAt ?? at) }], now)
    const attention = (before?.attention ?? 0) + one.attention
    const decision = (before?.decision ?? 0) + one.decision
    const newest = before && before.at > at ? { content: before.content, at: before.at } : { content, at }
    pairs.set(key, { space, entity, attention, decision, action: actionFor(attention, decision), ...newest })
  }
  return [...pairs.values()].sort((one, other) => Math.abs(other.decision) - Math.abs(one.decision))
}
