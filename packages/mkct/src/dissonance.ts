import { ArtooError } from '@artoo/spec'
import { commitWrites } from './commit-writes.js'
import { type Engine, timeOf } from './engine.js'
import { anchorOf, type Megram, type NewMegram } from './megram.js'
import { megramFrom } from './new-megram.js'

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
