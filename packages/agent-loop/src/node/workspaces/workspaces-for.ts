import { assertGit, gitRunner } from '@artoo/tools/node'
import type { Workspaces } from '../../ports/workspaces.js'
import type { CopyWorkspacesOptions } from './copy-workspaces.js'
import { privateRepository } from './copy-workspaces.js'
import type { GitWorkspacesOptions } from './git-workspaces.js'
import { checkoutOf, repository } from './repository.js'
import { workspaceOptions } from './workspace-options.js'
import { workspacesIn } from './workspaces-in.js'

export type WorkspacesForOptions = Omit<GitWorkspacesOptions & CopyWorkspacesOptions, 'directory'>

/**
 * The workspaces of `gitWorkspaces()` when the folder lies in the checkout of a git repository that doesn't ignore it,
 * else those of `copyWorkspaces()`. `prepare` finds out which.
 *
 * @throws {ArtooError} `invalid_option`
 */
export function workspacesFor(directory: string, options: WorkspacesForOptions = {}): Workspaces {
  const given = workspaceOptions('workspacesFor', { ...options, directory }, ['branch', 'exclude', 'history'])
  const { share, exclude, history, branch } = given
  const run = gitRunner(given.git)
  return workspacesIn({
    ...{ share, git: given.git },
    async locate(loopId, signal) {
      await assertGit(run, given.directory, signal)
      const checkout = await checkoutOf(run, given.directory, signal)
      return checkout
        ? repository(run, { ...checkout, share, branch: branch ?? `artoo/${loopId}` })
        : privateRepository(run, { directory: given.directory, share, exclude, history, loopId, signal })
    },
  })
}
