import { join } from 'node:path'
import { boundedBytes } from '../files/bounded-bytes.js'
import { walkEntries } from '../files/walk.js'
import { obeyedBy } from '../law1/obeyed-files.js'
import { hasCredentials, isSecretPlace, mayHoldCredentials } from '../law1/secret-files.js'
import { obeyedOrDefinedBy } from '../pins/obeyed-or-defined-by.js'

/** Places below a root that a confined command can't change or see. Absolute paths. */
export interface ProtectedPlaces {
  /** Files and folders that a program executes or obeys by itself. */
  readonly obeyed: readonly string[]
  /** Files that define what commands do. */
  readonly defining: readonly string[]
  /** Files and folders of keys and credentials. */
  readonly secret: readonly string[]
}

/** Folders of what is installed: each is one place. */
const installed = /^(node_modules|\.git)$/

/** Bytes of a file of settings that are searched for credentials. */
const mostSearched = 65_536

export async function protectedPlaces(root: string, signal: AbortSignal): Promise<ProtectedPlaces> {
  const obeyed: string[] = []
  const defining: string[] = []
  const secret: string[] = []
  const enter = (name: string) => !installed.test(name) && !isSecretPlace(name)
  for await (const { path, kind } of walkEntries(root, { enter, signal })) {
    const name = path.slice(path.lastIndexOf('/') + 1)
    const place = join(root, path)
    const isFolder = kind === 'directory'
    if (await isSecret(place, name, kind === 'file', signal)) secret.push(place)
    if (isFolder ? isObeyedFolder(path) : obeyedBy(path) !== null) obeyed.push(place)
    else if (!isFolder && obeyedOrDefinedBy(path) !== null) defining.push(place)
  }
  const folders = new Set(obeyed)
  return {
    obeyed: obeyed.filter((one) => !liesBelow(folders, one)),
    defining: defining.filter((one) => !liesBelow(folders, one)),
    secret,
  }
}

async function isSecret(place: string, name: string, isFile: boolean, signal: AbortSignal): Promise<boolean> {
  if (installed.test(name)) return false
  if (isSecretPlace(name)) return true
  if (!isFile || !mayHoldCredentials(name)) return false
  const content = await boundedBytes(place, mostSearched, signal).catch(() => null)
  return content === null || hasCredentials(content.toString('utf8'))
}

/** A folder is obeyed by its name, whatever the files in it are called. */
const isObeyedFolder = (path: string) => obeyedBy(`${path}/-.-`) !== null

/** Whether a folder above the place is among those. */
function liesBelow(folders: ReadonlySet<string>, place: string): boolean {
  for (let at = place.lastIndexOf('/'); at > 0; at = place.lastIndexOf('/', at - 1)) {
    if (folders.has(place.slice(0, at))) return true
  }
  return false
}
