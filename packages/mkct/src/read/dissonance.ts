import { ArtooError } from '@artoo/spec'
import { type Engine, timeOf } from '../journal/engine.js'
import { recordsAt, type Stored } from '../journal/records.js'
import { anchorOf, contributionOf, type Megram, type NewMegram } from '../megram/megram.js'
import { megramFrom } from '../megram/new-megram.js'
import { type Action, directSum, sumTolerance } from '../potentials/potentials.js'
import { commitWrites } from '../write/commit-writes.js'

/** Most Megrams of a pair that are looked at, newest first, so that a consultation never costs a walk of the pair. */
export const mostLooks = 64

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

/**
 * Records that fresh evidence contradicted a rule: once for each piece of evidence, and not at all when either has been
 * erased meanwhile. To be used inside `gate.exclusive`.
 *
 * @throws {ArtooError} when it can't be written.
 */
export async function recordDissonance(engine: Engine, rule: Megram, evidence: Megram): Promise<void> {
  const { access, keys, hash } = engine
  const key = hash(JSON.stringify(['dissonance', rule.id, evidence.id]))
  const wanted = [keys.id(rule.id), keys.id(evidence.id), keys.idempotency(key)]
  const [hasRule, hasEvidence, isRecorded] = (await access.getMany(wanted)).map((value) => value !== undefined)
  if (!hasRule || !hasEvidence || isRecorded) return
  const dissonance = { ...dissonanceOf(rule, evidence), key }
  const [outcome] = await commitWrites(engine, [megramFrom(dissonance, engine.ids(), timeOf(engine))])
  if (outcome instanceof ArtooError) throw outcome
}

/**
 * It stands in a pair of its own and has no valence, since the evidence itself already counts. It fades with the evidence,
 * is erased with it and with the rule, and quotes neither.
 */
function dissonanceOf({ id }: Megram, evidence: Megram): NewMegram {
  const { f, k } = evidence
  return {
    space: 'memory:dissonance',
    entity: `rule:${id}`,
    content: `Rule ${id} was left out: newer episodes say the opposite.`,
    state: 'change_path',
    sigma: 0,
    f,
    k,
    at: anchorOf(evidence),
    about: id,
    sources: [evidence.id],
  }
}
