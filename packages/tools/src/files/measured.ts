import type { Stats } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { statsOf } from './file-place.js'
import type { FileRoot } from './file-root.js'
import { type OpenFolder, openFolder } from './open-folder.js'

/** So many files are looked at side by side. */
const batch = 64

interface Located {
  readonly path: string
  readonly real: string
}

interface Measured {
  readonly path: string
  readonly stats: Stats
}

/** Files with what there is to know of them; one that vanished meanwhile is left out. */
export async function measured(
  root: FileRoot,
  files: readonly Located[],
  signal: AbortSignal,
): Promise<readonly Measured[]> {
  const base = await root.directory()
  const found: Measured[] = []
  for (let at = 0; at < files.length; at += batch) {
    signal.throwIfAborted()
    found.push(...(await measuredBelow(base, files.slice(at, at + batch))))
  }
  return found
}

/** Opens each folder of the files once. */
async function measuredBelow(base: string, files: readonly Located[]): Promise<readonly Measured[]> {
  const folders = new Map<string, OpenFolder | null>()
  const look = async ({ path, real }: Located) => {
    const folder = folders.get(dirname(real))
    const stats = folder ? await statsOf(join(folder.place, basename(real))).catch(() => null) : null
    return stats === null ? [] : [{ path, stats }]
  }
  try {
    for (const folder of new Set(files.map(({ real }) => dirname(real)))) {
      folders.set(folder, await openFolder(base, folder).catch(() => null))
    }
    return (await Promise.all(files.map(look))).flat()
  } finally {
    for (const folder of folders.values()) folder?.close()
  }
}
