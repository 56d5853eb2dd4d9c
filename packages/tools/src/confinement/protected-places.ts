import { join } from 'node:path'
import { boundedBytes } from '../files/bounded-bytes.js'
import { walkEntries } from '../files/walk.js'
import { hasCredentials, isSecretPlace } from '../law1/secret-files.js'
import { installed, judgedByName } from './judged-by-name.js'

/** Places below a root that a confined command can't change or see. Absolute paths. */
export interface ProtectedPlaces {
  /** Files and folders that a program executes or obeys by itself. */
  readonly obeyed: readonly string[]
  /** Files that define what commands do. */
  readonly defining: readonly string[]
  /** Files and folders of keys and credentials. */
  readonly secret: readonly string[]
}

/** Bytes of a file of settings that are searched for credentials. */
const mostSearched = 65_536

export async function protectedPlaces(root: string, signal: AbortSignal): Promise<ProtectedPlaces> {
  const obeyed: string[] = []
  const defining: string[] = []
  const secret: string[] = []
  const enter = (name: string) => !installed.test(name) && !isSecretPlace(name)
  for await (const { path, kind } of walkEntries(root, { enter, signal })) {
    const { isObeyed, isDefining, secrecy } = judgedByName(path, kind === 'directory')
    if (isObeyed) obeyed.push(join(root, path))
    if (isDefining) defining.push(join(root, path))
    const isSecret =
      secrecy === 'certain' || (secrecy === 'by content' && kind === 'file' && (await holds(join(root, path), signal)))
    if (isSecret) secret.push(join(root, path))
  }
  const folders = new Set(obeyed)
  return {
    obeyed: obeyed.filter((one) => !liesBelow(folders, one)),
    defining: defining.filter((one) => !liesBelow(folders, one)),
    secret,
  }
}

/** Whether a file of settings holds credentials, or can't be read. */
async function holds(place: string, signal: AbortSignal): Promise<boolean> {
  const content = await boundedBytes(place, mostSearched, signal).catch(() => null)
  return content === null || hasCredentials(content.toString('utf8'))
}

/** Whether a folder above the place is among those. */
function liesBelow(folders: ReadonlySet<string>, place: string): boolean {
  for (let at = place.lastIndexOf('/'); at > 0; at = place.lastIndexOf('/', at - 1)) {
    if (folders.has(place.slice(0, at))) return true
  }
  return false
}
