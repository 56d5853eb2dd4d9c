import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { gitRunner } from '../git/run-git.js'

/** Whether the repository that a folder belongs to ignores a file, or can't be asked; false in a folder without one. */
export async function isIgnored(root: string, real: string, signal: AbortSignal): Promise<boolean> {
  if (!(await hasRepository(root))) return false
  try {
    const words = ['check-ignore', '--quiet', '--no-index', '--', real]
    const { exit } = await gitRunner('git')(words, { cwd: root, signal, exits: [1] })
    return exit === 0
  } catch {
    signal.throwIfAborted()
    return true
  }
}

async function hasRepository(folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    if ((await stat(join(at, '.git')).catch(() => null)) !== null) return true
    if (dirname(at) === at) return false
  }
}
