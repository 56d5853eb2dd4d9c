import type { Live } from './aggregate.js'
import type { Engine } from './engine.js'
import { decay, potentialsOf, sumTolerance } from './potentials.js'
import { decodeContribution } from './record-index.js'
import { readRecords, type Stored } from './records.js'

/** Most Megrams of a pair that are looked at, newest first, so that a consultation never costs a walk of the pair. */
const mostLooks = 64

/**
 * Fresh evidence against a rule (paper section 7.3): the pair's live action says the opposite, and so do, on balance, its
 * episodes since the rule. Facts and demoted rules (K) are no evidence, nor are back-dated episodes. Returns the newest
 * episode that says the opposite, or null when the rule stands.
 */
export async function contradictionOf(
  engine: Engine,
  rule: Stored,
  { attention, decision }: Live,
  now: number,
): Promise<Stored | null> {
  const { action } = potentialsOf(attention, decision)
  const direction = rule.megram.sigma > 0 ? 1 : -1
  if (action !== (direction > 0 ? 'avoid' : 'exploit')) return null
  const episodes = await episodesSince(engine, rule)
  let weight = 0
  let balance = 0
  for (const { contribution } of episodes) {
    const live = contribution.f * decay(contribution.k, now - contribution.anchor)
    weight += live
    balance += direction * contribution.sigma * live
  }
  if (balance >= -sumTolerance * weight) return null
  return episodes.find(({ contribution }) => direction * contribution.sigma < 0)?.stored ?? null
}

/** Newest first. */
async function episodesSince(engine: Engine, { sequence, megram }: Stored) {
  const { access, keys } = engine
  const { space, entity, at } = megram
  const since = { gte: keys.member(space, entity, at, 0), lt: keys.members(space, entity).lt }
  const page = await access.page(since, { limit: mostLooks, reverse: true })
  const fresh = page.filter(([key]) => keys.lastNumber(key) > sequence)
  const records = await readRecords(
    engine,
    fresh.map(([key]) => keys.lastNumber(key)),
  )
  return fresh.flatMap(([, value], index) => {
    const stored = records[index]
    return stored?.megram.level === 'M' ? [{ stored, contribution: decodeContribution(value) }] : []
  })
}
