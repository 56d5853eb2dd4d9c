import { obeyedBy } from '../law1/obeyed-files.js'
import { isSecretPlace, mayHoldCredentials } from '../law1/secret-files.js'
import { obeyedOrDefinedBy } from '../pins/obeyed-or-defined-by.js'

/** The meaning of a path by its names alone, whatever lies there. */
interface Judged {
  readonly isObeyed: boolean
  /** A file that defines what commands do, and is not obeyed. */
  readonly isDefining: boolean
  /** Keys or credentials: certain, or to be looked for in the file. */
  readonly secrecy: 'certain' | 'by content' | 'none'
}

/** Folders of what is installed: each is one place. */
export const installed = /^(node_modules|\.git)$/

/** Paths are mostly the same from one command to the next. About 15 MB at the most. */
const known = new Map<string, Judged>()
const mostKnown = 100_000

/** Judges a path relative to a root. */
export function judgedByName(path: string, isFolder: boolean): Judged {
  const key = isFolder ? `${path}/` : path
  const found = known.get(key)
  if (found) return found
  if (known.size >= mostKnown) known.clear()
  const judged = judge(path, isFolder)
  known.set(key, judged)
  return judged
}

/** Most paths share this one. */
const ordinary: Judged = { isObeyed: false, isDefining: false, secrecy: 'none' }

function judge(path: string, isFolder: boolean): Judged {
  const name = path.slice(path.lastIndexOf('/') + 1)
  // A folder is obeyed by its name, whatever the files in it are called.
  const isObeyed = obeyedBy(isFolder ? `${path}/-.-` : path) !== null
  const isDefining = !isObeyed && !isFolder && obeyedOrDefinedBy(path) !== null
  const secrecy = secrecyOf(name)
  return isObeyed || isDefining || secrecy !== 'none' ? { isObeyed, isDefining, secrecy } : ordinary
}

function secrecyOf(name: string): Judged['secrecy'] {
  if (installed.test(name)) return 'none'
  if (isSecretPlace(name)) return 'certain'
  return mayHoldCredentials(name) ? 'by content' : 'none'
}
