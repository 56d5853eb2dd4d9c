import { realpath } from 'node:fs/promises'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import { ArtooError, type Confinement, type Sandbox } from '@artoo/spec'
import { isInside } from '@artoo/spec/node'
import type { Reach } from '../permissions/reach.js'
import { type ProtectedPlaces, protectedPlaces } from './protected-places.js'

export interface ConfinementOptions {
  /** The program may change files of the root. @defaultValue true */
  readonly writes?: boolean | undefined
  /** Places below the root of which no state is kept, so that they stay as they are. @defaultValue none */
  readonly uncovered?: readonly string[] | undefined
  /** Hosts and places that a person or a rule gave. @defaultValue none */
  readonly reach?: Reach | undefined
  /** @defaultValue looked up */
  readonly places?: ProtectedPlaces | undefined
  readonly signal: AbortSignal
}

/** The most places that are kept from a program: each is a mount. */
const mostPlaces = 2_000

/**
 * The reach of a program that works in a root: it writes there alone, but for files that programs obey, files that define commands, and
 * what no snapshot covers; it doesn't see keys and credentials. Folders that `sandbox.write` names are build output, which it may write.
 *
 * @throws {ArtooError} `sandbox_unavailable` when a root has more places to protect than can be.
 */
export async function confinementOf(
  root: string,
  sandbox: Pick<Sandbox, 'write' | 'read'>,
  { writes = true, uncovered = [], reach = {}, places, signal }: ConfinementOptions,
): Promise<Confinement> {
  const base = await realpath(root)
  const { obeyed, defining, secret } = places ?? (await protectedPlaces(base, signal))
  const opened = await existing(base, [...sandbox.write, ...(reach.write ?? [])])
  const shown = await existing(base, [...sandbox.read, ...(reach.read ?? [])])
  const isOpened = (place: string) => opened.some((folder) => isInside(folder, place))
  const kept = writes ? [...obeyed, ...defining, ...uncovered].filter((place) => !isOpened(place)) : []
  const unreadable = secret.filter((place) => !shown.some((one) => isInside(one, place)))
  if (kept.length + unreadable.length > mostPlaces) throw tooMany(root, kept.length + unreadable.length)
  return {
    write: writes ? [base, ...opened] : [],
    readOnly: [...new Set(kept)],
    unreadable,
    network: reach.network ?? [],
    ...(shown.length > 0 && { read: shown }),
  }
}

/** Whether the host or a person has opened a place below a root for writing, be it there or not. */
export function opensFor(root: string, sandbox: Pick<Sandbox, 'write'>, reach: Reach = {}): (place: string) => boolean {
  const opened = [...sandbox.write, ...(reach.write ?? [])].map((path) => resolve(root, expanded(path)))
  return (place) => opened.some((folder) => isInside(folder, place))
}

const expanded = (path: string) => path.replace(/^~(?=\/|$)/, homedir())

/** Real paths of those that exist, relative ones below the root. */
async function existing(base: string, paths: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(paths.map((path) => realpath(resolve(base, expanded(path))).catch(() => null)))
  return found.filter((path) => path !== null)
}

const tooMany = (root: string, count: number) =>
  new ArtooError(
    'sandbox_unavailable',
    `${root} has ${count} files to keep from a command (settings, scripts, credentials), more than ${mostPlaces}: give tools a smaller root`,
  )
