import { mkdir, mkdtemp, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { RunGit } from './run-git.js'

/**
 * Makes a bare repository of artoo's own where there is none yet. It keeps files byte for byte: its attributes outrank those of the folder.
 * It appears whole: a git that is killed in `init` leaves locks.
 */
export async function ownRepository(run: RunGit, gitDir: string, signal?: AbortSignal): Promise<void> {
  const isThere = async () => (await stat(join(gitDir, 'HEAD')).catch(() => null)) !== null
  if (await isThere()) return
  await mkdir(dirname(gitDir), { recursive: true, mode: 0o700 })
  const draft = await mkdtemp(`${gitDir}-`)
  try {
    await run(['init', '--quiet', '--bare', '--object-format=sha1', draft], { cwd: draft, signal })
    await mkdir(join(draft, 'info'), { recursive: true })
    await writeFile(join(draft, 'info/attributes'), '* -text -ident -filter -working-tree-encoding\n')
    await rename(draft, gitDir)
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    // Another process may have been first.
    if (!(await isThere())) throw error
  }
}
