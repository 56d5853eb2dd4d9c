import { ArtooError } from '@artoo/spec'
import { assertGit, gitRunner } from '@artoo/tools/node'
import type { Workspaces } from '../../ports/workspaces.js'
import { checkoutOf, repository } from './repository.js'
import { type WorkspaceOptions, workspaceOptions } from './workspace-options.js'
import { workspacesIn } from './workspaces-in.js'

export interface GitWorkspacesOptions extends WorkspaceOptions {
  /**
   * Follows the work as long as it is neither checked out nor holds commits of others.
   *
   * @defaultValue `artoo/<id of the loop>`
   */
  readonly branch?: string | undefined
}

/**
 * Workspaces as worktrees of the git repository in whose checkout `directory` lies, which may be a folder in it. They begin with
 * the checkout as it stands, without what is ignored; an ignored file that an atom writes is lost with its workspace. Of the
 * repository come in use: a branch, refs below `refs/artoo/`, and worktrees in the system's folder for temporary files.
 *
 * @throws {ArtooError} `invalid_option`; `prepare` rejects with `not_a_checkout`, `git_missing`, `git_too_old`, `branch_taken`,
 * `head_lost`.
 */
export function gitWorkspaces(options: GitWorkspacesOptions): Workspaces {
  const { directory, share, git, branch } = workspaceOptions('gitWorkspaces', options, ['branch'])
  const run = gitRunner(git)
  return workspacesIn({
    ...{ share, git },
    async locate(loopId, signal) {
      await assertGit(run, directory, signal)
      const checkout = await checkoutOf(run, directory, signal)
      if (checkout) return repository(run, { ...checkout, share, branch: branch ?? `artoo/${loopId}` })
      const message = `${directory} is not in the checkout of a git repository, or is ignored there: use copyWorkspaces()`
      throw new ArtooError('not_a_checkout', message, { field: 'directory' })
    },
  })
}
