import { ArtooError } from '@artoo/spec'
import { aggregatesAt } from './aggregates.js'
import type { Engine } from './engine.js'
import type { MegramRecord } from './megram.js'
import { type Claim, decodeClaim, substanceOf } from './record-index.js'
import { inOneBatch, type Stage } from './stage.js'

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
  const { keys, hash } = engine
  const pairs = chunk.map(({ space, entity }) => keys.aggregate(space, entity))
  const [claims, ids, aggregates] = await Promise.all([
    claimsOn(engine, chunk),
    engine.uniqueIds ? null : takenIds(engine, chunk),
    aggregatesAt(engine, pairs),
  ])

  function put(stage: Stage, megram: MegramRecord, index: number): Written | ArtooError {
    const { id, key } = megram
    const substance = key === undefined ? '' : substanceOf(hash, megram)
    const claim = key === undefined ? undefined : claims.get(key)
    if (key !== undefined && claim) {
      const { id, sequence } = claim
      return claim.substance === substance ? { id, sequence, duplicate: true } : conflict(key)
    }
    if (ids?.has(id)) return duplicateId(id)
    const pair = pairs[index] ?? ''
    const sequence = stage.append(megram, stage.aggregate(pair, aggregates[index]), pair)
    ids?.add(id)
    if (key !== undefined) claims.set(key, { sequence, substance, id })
    return { id, sequence, duplicate: false }
  }

  return inOneBatch(engine, (stage) => chunk.map((megram, index) => put(stage, megram, index)))
}

/** Who holds the idempotency keys of a chunk, by key. */
async function claimsOn({ access, keys }: Engine, chunk: readonly MegramRecord[]): Promise<Map<string, Claim>> {
  const wanted = chunk.flatMap(({ key }) => key ?? [])
  const values = await access.getMany(wanted.map(keys.idempotency))
  const claims = new Map<string, Claim>()
  for (const [index, key] of wanted.entries()) {
    const value = values[index]
    if (value !== undefined) claims.set(key, decodeClaim(value))
  }
  return claims
}

/** Those ids of a chunk that are in use. */
async function takenIds({ access, keys }: Engine, chunk: readonly MegramRecord[]): Promise<Set<string>> {
  const values = await access.getMany(chunk.map(({ id }) => keys.id(id)))
  return new Set(chunk.flatMap(({ id }, index) => (values[index] === undefined ? [] : [id])))
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
