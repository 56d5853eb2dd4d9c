import { ArtooError } from '@artoo/spec'
import { loadAggregates } from './aggregates.js'
import type { Engine } from './engine.js'
import { decodeNumber } from './key-encoding.js'
import type { MegramRecord } from './megram.js'
import { type Claim, decodeClaim, substanceOf } from './record-index.js'
import { createStage } from './stage.js'

/** What became of an accepted write. */
export interface Written {
  /** Of the Megram that counts: the first one written under the idempotency key. */
  readonly id: string
  readonly sequence: number
  /** True when the idempotency key had been used before, so that nothing was added. */
  readonly duplicate: boolean
}

/** Puts a chunk of Megrams down in one atomic batch. An outcome per Megram: what was written, or why not. */
export async function commitWrites(
  engine: Engine,
  chunk: readonly MegramRecord[],
): Promise<readonly (Written | ArtooError)[]> {
  const { access, keys, hash } = engine
  const claimKeys = chunk.flatMap(({ key }) => (key === undefined ? [] : [keys.idempotency(key)]))
  const [claims, taken, aggregates] = await Promise.all([
    found(claimKeys, await access.getMany(claimKeys), decodeClaim),
    engine.uniqueIds ? [] : access.getMany(chunk.map(({ id }) => keys.id(id))),
    loadAggregates(engine, chunk),
  ])
  const ids = new Map(chunk.flatMap(({ id }, index) => (taken[index] ? [[id, decodeNumber(taken[index])]] : [])))
  const stage = createStage(engine)
  const outcomes = chunk.map((megram, index): Written | ArtooError => {
    const { id, key, space, entity } = megram
    if (key !== undefined) {
      const claim = claims.get(keys.idempotency(key))
      const substance = substanceOf(hash, megram)
      if (claim) {
        return claim.substance === substance
          ? { id: claim.id, sequence: claim.sequence, duplicate: true }
          : conflict(key)
      }
    }
    if (ids.has(id)) return duplicateId(id)
    const staged = stage.aggregate(keys.aggregate(space, entity))
    const sequence = stage.append(megram, staged === undefined ? (aggregates[index] ?? null) : staged)
    ids.set(id, sequence)
    if (key !== undefined) claims.set(keys.idempotency(key), { sequence, substance: substanceOf(hash, megram), id })
    return { id, sequence, duplicate: false }
  })
  if (!stage.empty) await stage.commit()
  return outcomes
}

function found(
  keys: readonly string[],
  values: readonly (string | undefined)[],
  decode: (value: string) => Claim,
): Map<string, Claim> {
  const present = keys.flatMap((key, index): [string, Claim][] => {
    const value = values[index]
    return value === undefined ? [] : [[key, decode(value)]]
  })
  return new Map(present)
}

function conflict(key: string): ArtooError {
  return new ArtooError(
    'idempotency_conflict',
    `The key ${JSON.stringify(key)} was used for another Megram; a key stands for one Megram only.`,
    { field: 'key' },
  )
}

function duplicateId(id: string): ArtooError {
  return new ArtooError(
    'duplicate_id',
    `The id ${JSON.stringify(id)} is taken; inject an id generator that never repeats itself, also across restarts.`,
    { field: 'ids' },
  )
}
