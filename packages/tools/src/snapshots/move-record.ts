import { readFile } from 'node:fs/promises'
import { ArtooError } from '@artoo/spec'
import { writeDurably } from '@artoo/spec/node'
import * as z from 'zod'
import { errnoOf } from '../files/file-error.js'

const state = z.strictObject({
  id: z.string().regex(/^[0-9a-f]{40}$/),
  kind: z.enum(['file', 'link']),
  mode: z.int().min(0).max(0o777),
})

const move = z.strictObject({
  version: z.literal(1),
  /** `forward` and `back`: the folder may hold a mixture. `done`: the move can be taken back. */
  state: z.enum(['forward', 'done', 'back']),
  /** Part of the names of drafts. */
  id: z.string().regex(/^[0-9a-f]{8}$/),
  /** The caller's own. */
  note: z.string(),
  /** Snapshots. */
  from: z.string(),
  to: z.string(),
  moves: z.array(z.strictObject({ path: z.string(), before: state.nullable(), after: state.nullable() })).readonly(),
})

const record = move.extend({
  /** The move before this one, which can be taken back again when this one is refused. */
  previous: move.optional(),
})

/** A move from one snapshot to another, as it is kept on disk while it is under way and as long as it can be taken back. */
export type MoveRecord = z.infer<typeof record>
export type LastMove = z.infer<typeof move>
export type FileMove = MoveRecord['moves'][number]

/** @throws {ArtooError} `damaged_landing` */
export async function readRecord(path: string): Promise<MoveRecord | null> {
  try {
    return record.parse(JSON.parse(await readFile(path, 'utf8')))
  } catch (cause) {
    if (errnoOf(cause) === 'ENOENT') return null
    const message = `${path}, which says what was being written, can't be read: compare the folder with the snapshots beside it, then remove it`
    throw new ArtooError('damaged_landing', message, { field: 'path', cause })
  }
}

/** Survives a power failure. */
export const writeRecord = (path: string, of: MoveRecord) => writeDurably(path, `${JSON.stringify(of)}\n`)
