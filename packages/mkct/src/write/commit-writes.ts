import { ArtooError } from '@artoo/spec'
import type { ErrorCode } from '../error-codes.js'
import type { Engine } from '../journal/engine.js'
import { foundationsIn, foundationsOf, withSubjectsOf } from '../journal/lineage.js'
import { decodeKeyHolder, forgottenKey, substanceOf } from '../journal/record-index.js'
import { inOneBatch, type Stage } from '../journal/stage.js'
import type { MegramRecord } from '../megram/megram.js'

/** The outcome of an accepted write. */
export interface Written {
  /** The id of the Megram that counts: the first one written under the idempotency key. */
  readonly id: string
  readonly sequence: number
  /** True when the idempotency key had been used before, so that nothing was added: also for what was forgotten since. */
  readonly duplicate: boolean
}

/**
 * Puts a chunk of Megrams down in one atomic batch. An outcome per Megram: what was written, or why not. One that is about
 * a Megram that isn't there (any more) is refused: after a forgetting it would bring back what was forgotten. To be used
 * inside `gate.exclusive`.
 */
export async function commitWrites(
  engine: Engine,
  chunk: readonly MegramRecord[],
): Promise<readonly (Written | ArtooError)[]> {
  const { access, keys, hash } = engine
  const named = chunk.flatMap(({ key }) => key ?? [])
  const given = chunk.map(({ id }) => id)
  const [held, forgotten, taken, foundations] = await Promise.all([
    access.find(named, keys.idempotency),
    access.find(named, (key) => forgottenKey(keys, hash, key)),
    engine.uniqueIds ? null : access.find(given, keys.id),
    foundationsIn(engine, chunk),
  ])
  const claims = new Map([...held].map(([key, value]) => [key, decodeKeyHolder(value)]))
  const ids = taken && new Set(taken.keys())

  /** Why nothing is to be added; null when the Megram is new. */
  function objection({ id, key, about }: MegramRecord, substance: string): Written | ArtooError | null {
    const sequence = key === undefined ? undefined : forgotten.get(key)
    if (sequence !== undefined) return { id, sequence: Number(sequence), duplicate: true }
    const claim = key === undefined ? undefined : claims.get(key)
    if (key !== undefined && claim) {
      if (claim.substance === substance) return { id: claim.id, sequence: claim.sequence, duplicate: true }
      const message = `The key ${JSON.stringify(key)} was used for another Megram; a key stands for one Megram only.`
      return refusal('idempotency_conflict', 'key', message)
    }
    if (ids?.has(id)) {
      const message = `The id ${JSON.stringify(id)} is taken; inject an id generator that never repeats itself, also across restarts.`
      return refusal('duplicate_id', 'ids', message)
    }
    if (about === undefined || foundations.get(about)) return null
    const message = `There is no Megram ${JSON.stringify(about)} to speak about (any more); leave about out if it is to be kept anyway.`
    return refusal('unknown_megram', 'about', message)
  }

  function put(stage: Stage, megram: MegramRecord): Written | ArtooError {
    const { id, key } = megram
    const substance = key === undefined ? '' : substanceOf(hash, megram)
    const objected = objection(megram, substance)
    if (objected) return objected
    const itsOwn = foundationsOf(megram).flatMap((id) => foundations.get(id) ?? [])
    const complete = withSubjectsOf(itsOwn, megram)
    const sequence = stage.append(complete)
    ids?.add(id)
    if (foundations.has(id)) foundations.set(id, complete)
    if (key !== undefined) claims.set(key, { sequence, substance, id })
    return { id, sequence, duplicate: false }
  }

  return inOneBatch(engine, async (stage) => {
    await stage.load(chunk)
    return chunk.map((megram) => put(stage, megram))
  })
}

const refusal = (code: ErrorCode, field: string, message: string) => new ArtooError(code, message, { field })
