import { ArtooError } from '@artoo/spec'
import { commitWrites } from './commit-writes.js'
import { type Engine, timeOf } from './engine.js'
import { recordsAt } from './indexed-records.js'
import { anchorOf, type Megram, type NewMegram } from './megram.js'
import { megramFrom } from './new-megram.js'

/**
 * Records that fresh evidence contradicted a rule: once for each piece of evidence, and not at all when either has been
 * erased meanwhile. To be used inside `gate.exclusive`.
 *
 * @throws {ArtooError} when it can't be written.
 */
export async function recordDissonance(engine: Engine, rule: Megram, evidence: Megram): Promise<void> {
  const { access, keys } = engine
  const present = await access.getMany([keys.id(rule.id), keys.id(evidence.id)])
  const dissonance = dissonanceOf(rule, evidence)
  if (present.includes(undefined) || (await isRecorded(engine, dissonance, evidence.id))) return
  const [outcome] = await commitWrites(engine, [megramFrom(dissonance, engine.ids(), timeOf(engine))])
  if (outcome instanceof ArtooError) throw outcome
}

/**
 * It stands in a pair of its own and has no valence, since the evidence itself already counts. It fades with the evidence,
 * is erased with it and with the rule, and quotes neither.
 */
function dissonanceOf({ id }: Megram, evidence: Megram): NewMegram & { readonly at: number } {
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

/** It is as old as its evidence, so there is little to look through. */
async function isRecorded(
  engine: Engine,
  { space, entity, at }: NewMegram & { readonly at: number },
  evidence: string,
): Promise<boolean> {
  const { access, keys } = engine
  const range = { gte: keys.member(space, entity, at, 0), lt: keys.member(space, entity, at + 1, 0) }
  for await (const page of access.pages(range)) {
    const records = await recordsAt(engine, page)
    if (records.some(({ megram }) => megram.sources?.includes(evidence))) return true
  }
  return false
}
