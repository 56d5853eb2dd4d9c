import type { Engine } from './engine.js'
import { contributionOf } from './megram.js'
import { type Action, directSum, sumTolerance } from './potentials.js'
import { recordsAt, type Stored } from './records.js'

/** Most Megrams of a pair that are looked at, newest first, so that a consultation never costs a walk of the pair. */
const mostLooks = 64

/**
 * Fresh evidence against a rule (paper section 7.3): the pair's live action says the opposite, and so do, on balance, its
 * episodes since the rule. Facts and demoted rules (K) are no evidence, nor are back-dated episodes. Returns the newest
 * episode that says the opposite, or null when the rule stands.
 */
export async function contradictionOf(engine: Engine, rule: Stored, live: Action, now: number): Promise<Stored | null> {
  const direction = rule.megram.sigma > 0 ? 1 : -1
  if (live !== (direction > 0 ? 'avoid' : 'exploit')) return null
  const episodes = await episodesSince(engine, rule)
  const contributions = episodes.flatMap(({ megram }) => contributionOf(megram) ?? [])
  const { attention, decision } = directSum(contributions, now)
  if (direction * decision >= -sumTolerance * attention) return null
  return episodes.find(({ megram }) => direction * megram.sigma < 0) ?? null
}

/** Newest first. */
async function episodesSince(engine: Engine, { sequence, megram }: Stored): Promise<readonly Stored[]> {
  const { access, keys } = engine
  const { space, entity, at } = megram
  const since = { gte: keys.member(space, entity, at, 0), lt: keys.members(space, entity).lt }
  const newest = await recordsAt(engine, await access.page(since, { limit: mostLooks, reverse: true }))
  return newest.filter((other) => other.sequence > sequence && other.megram.level === 'M')
}
