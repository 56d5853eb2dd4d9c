import { symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { ArtooError } from '@artoo/spec'

/** Characters that the library reads as a pattern: it would look for `app/i/.env` where `app/[id]/.env` is to be hidden. */
const pattern = /[*?[\]]/

export const isPlain = (path: string): boolean => !pattern.test(path)

/** Gives places to keep from a program a name without such characters: a link in `folder`. */
export function plainNames(folder: string): (path: string) => string {
  const links = new Map<string, string>()
  return (path) => {
    if (isPlain(path)) return path
    if (process.platform !== 'linux') throw unsupported(path)
    const known = links.get(path)
    if (known !== undefined) return known
    const link = join(folder, String(links.size + 1))
    symlinkSync(path, link)
    links.set(path, link)
    return link
  }
}

/** @throws {ArtooError} `sandbox_unavailable` for places to open that the library would take for others. */
export function assertPlain(paths: readonly string[]): void {
  const odd = paths.find((path) => !isPlain(path))
  if (odd !== undefined) throw unsupported(odd)
}

const unsupported = (path: string) =>
  new ArtooError(
    'sandbox_unavailable',
    `a program was not started: the sandbox reads * ? [ ] as a pattern, so that ${path} can't be told from other places; rename it`,
  )
