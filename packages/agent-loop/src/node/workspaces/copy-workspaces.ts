import { lstat, mkdir, realpath, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ArtooError } from '@artoo/spec'
import { isInside } from '@artoo/spec/node'
import { assertGit, gitRunner, ownRepository, type RunGit } from '@artoo/tools/node'
import type { Workspaces } from '../../ports/workspaces.js'
import { ownFolder } from './own-folder.js'
import { type Repository, repository } from './repository.js'
import { type WorkspaceOptions, workspaceOptions } from './workspace-options.js'
import { workspacesIn } from './workspaces-in.js'

export interface CopyWorkspacesOptions extends WorkspaceOptions {
  /**
   * Files that are not copied, as `.gitignore` patterns, beside those that the folder's own `.gitignore` files name.
   * @defaultValue none
   */
  readonly exclude?: readonly string[] | undefined
  /**
   * A folder outside of `directory` that keeps what the loop has done. Without it the loop can't go on.
   *
   * @defaultValue one in the state folder of `directory`
   */
  readonly history?: string | undefined
}

/**
 * Workspaces for a folder that is under no version control: copies of it, and a private git repository, outside of it, that keeps
 * their changes. Empty folders are not copied, and of a git repository inside of it nothing is. `git` has to be installed.
 *
 * @throws {ArtooError} `invalid_option`; `prepare` rejects with `git_missing`, `git_too_old`, `head_lost`.
 */
export function copyWorkspaces(options: CopyWorkspacesOptions): Workspaces {
  const { directory, share, git, exclude, history } = workspaceOptions('copyWorkspaces', options, [
    'exclude',
    'history',
  ])
  const run = gitRunner(git)
  return workspacesIn({
    ...{ share, git },
    async locate(loopId, signal) {
      await assertGit(run, directory, signal)
      return privateRepository(run, { directory, share, exclude, history, loopId, signal })
    },
  })
}

export interface PrivateParts {
  readonly directory: string
  readonly share: readonly string[]
  readonly exclude: readonly string[]
  readonly history: string | undefined
  readonly loopId: string
  readonly signal: AbortSignal
}

export async function privateRepository(run: RunGit, parts: PrivateParts): Promise<Repository> {
  const { share, exclude, loopId, signal } = parts
  const top = await realpath(parts.directory)
  const gitDir = await historyAt(parts.history ?? ownFolder(top, loopId, 'copies'), top)
  await ownRepository(run, gitDir, signal)
  await writeFile(join(gitDir, 'info/exclude'), exclude.map((pattern) => `${pattern}\n`).join(''))
  return repository(run, { gitDir, top, prefix: '', branch: null, share })
}

/** @throws {ArtooError} `invalid_option` when it lies in the user's folder, or somebody else has made it. */
async function historyAt(path: string, top: string): Promise<string> {
  await mkdir(path, { recursive: true, mode: 0o700 })
  const real = await realpath(path)
  const invalid = (why: string) =>
    new ArtooError('invalid_option', `${path} ${why}: give another { history }`, { field: 'history' })
  if (isInside(top, real)) throw invalid(`lies inside of ${top}`)
  const { uid } = await lstat(real)
  if (process.getuid && uid !== process.getuid()) throw invalid('belongs to somebody else')
  return real
}
