import { copyFile, mkdtemp, readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { RunGit } from '../git/run-git.js'

/** The beginning of the name of a folder with the index of a process. */
export const indexOf = (pid: number): string => `index-${pid}-`

/**
 * Removes all contents of a store of snapshots but those in the indexes of processes that run. `own` is the folder of the index of the caller,
 * null where it has none. While another process has an index, the contents of the last minute stay, which it may be about to take in.
 */
export async function pruneTree(run: RunGit, folder: string, own: string | null, signal: AbortSignal): Promise<void> {
  const gitDir = join(folder, 'git')
  const needed: string[] = []
  let isAlone = true
  for (const name of await readdir(folder)) {
    const pid = Number(/^index-(\d+)-/.exec(name)?.[1])
    const place = join(folder, name)
    if (!pid) continue
    if (!isRunning(pid)) await rm(place, { recursive: true, force: true })
    else {
      isAlone &&= place === own
      needed.push(...(await treeOf(place)))
    }
  }
  const before = isAlone ? 'now' : '1.minute.ago'
  await run(['prune', `--expire=${before}`, ...needed], { cwd: folder, gitDir, signal })

  /** Read from a copy, since git locks an index that it reads. */
  async function treeOf(place: string): Promise<readonly string[]> {
    const copies = await mkdtemp(join(folder, 'copy-'))
    const index = join(copies, 'index')
    try {
      const isThere = await copyFile(join(place, 'index'), index).then(
        () => true,
        () => false,
      )
      return isThere ? [(await run(['write-tree'], { cwd: folder, gitDir, index, signal })).stdout.trim()] : []
    } finally {
      await rm(copies, { recursive: true, force: true })
    }
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
