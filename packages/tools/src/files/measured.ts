import type { Stats } from 'node:fs'
import { statsOf } from './file-place.js'
import type { FileRoot } from './file-root.js'

/** So many files are looked at side by side. */
const batch = 64

interface Located {
  readonly path: string
  readonly real: string
}

/** Files with what there is to know of them; one that vanished meanwhile is left out. */
export async function measured(
  root: FileRoot,
  files: readonly Located[],
  signal: AbortSignal,
): Promise<readonly { readonly path: string; readonly stats: Stats }[]> {
  const found: { path: string; stats: Stats }[] = []
  const look = async ({ path, real }: Located) => ({ path, stats: await root.at(real, statsOf).catch(() => null) })
  for (let at = 0; at < files.length; at += batch) {
    signal.throwIfAborted()
    for (const { path, stats } of await Promise.all(files.slice(at, at + batch).map(look))) {
      if (stats) found.push({ path, stats })
    }
  }
  return found
}
