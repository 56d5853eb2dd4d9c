import type { Member } from './aggregate.js'
import type { Pair } from './consultation.js'
import type { Engine } from './engine.js'
import type { Keys } from './keys.js'
import { decodeContribution } from './record-index.js'
import type { Entry } from './store.js'

/** All that contributes to a pair, or to a space when the entity is empty: a pair's oldest first, page by page. */
export async function* memberPages(
  { access, keys }: Engine,
  { space, entity }: Pair,
): AsyncGenerator<readonly Member[]> {
  const range = keys.members(space, entity === '' ? undefined : entity)
  for await (const page of access.pages(range)) {
    yield page.map((entry) => memberOf(keys, entry))
  }
}

/** The same at once. Costs as many reads as the pair has Megrams. */
export async function membersOf(engine: Engine, pair: Pair): Promise<readonly Member[]> {
  const members: Member[] = []
  for await (const page of memberPages(engine, pair)) members.push(...page)
  return members
}

/** A member as its index entry tells it. */
export function memberOf(keys: Keys, [key, value]: Entry): Member {
  return { ...decodeContribution(value), sequence: keys.lastNumber(key), at: keys.memberTime(key) }
}
