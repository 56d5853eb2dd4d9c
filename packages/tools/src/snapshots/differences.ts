import { mkdtemp, readFile, readlink, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Change } from '@artoo/spec'
import { decodeText } from '../files/decode-text.js'
import { textDiff } from '../files/text-diff.js'
import { statsOf } from './file-state.js'
import type { Compared, SnapshotStore } from './snapshot-store.js'

/** A file that two snapshots hold in different states. */
export interface FileDifference {
  readonly path: string
  readonly kind: 'added' | 'changed' | 'deleted'
  readonly change: Change
}

/** The differences of two snapshots with what a person reads: of a link the text is the path that it leads to. */
export async function differencesIn(
  store: SnapshotStore,
  { folder, from, to }: { readonly folder: string; readonly from: string; readonly to: string },
  compared: readonly Compared[],
  signal?: AbortSignal,
): Promise<readonly FileDifference[]> {
  const place = await mkdtemp(join(folder, 'staged-'))
  const sides = { before: join(place, 'before'), after: join(place, 'after') }
  try {
    const present = (side: 'before' | 'after') => compared.filter((one) => one[side] !== null).map(({ path }) => path)
    await store.get(from, present('before'), sides.before, signal)
    await store.get(to, present('after'), sides.after, signal)
    const found: FileDifference[] = []
    for (const { path, before, after } of compared) {
      const old = await bytesAt(join(sides.before, path))
      const recent = await bytesAt(join(sides.after, path))
      const kind = before === null ? 'added' : after === null ? 'deleted' : 'changed'
      found.push({ path, kind, change: changeOf(path, old, recent) })
    }
    return found
  } finally {
    await rm(place, { recursive: true, force: true })
  }
}

async function bytesAt(path: string): Promise<Buffer> {
  const stats = await statsOf(path)
  if (stats === null) return Buffer.alloc(0)
  return stats.isSymbolicLink() ? Buffer.from(`${await readlink(path)}\n`) : readFile(path)
}

function changeOf(path: string, before: Buffer, after: Buffer): Change {
  const [old, recent] = [decodeText(before), decodeText(after)]
  const diff = old === null || recent === null ? null : textDiff(path, old, recent)
  return { bytesBefore: before.length, bytesAfter: after.length, diff }
}
