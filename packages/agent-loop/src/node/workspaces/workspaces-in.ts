import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ArtooError, oneByOne } from '@artoo/spec'
import { type Snapshots, snapshots } from '@artoo/tools/node'
import type { Workspaces } from '../../ports/workspaces.js'
import { newHome } from './home.js'
import { integrated } from './integration.js'
import { landed, landingUndone } from './landing.js'
import { beginLine, continueLine, type LineOfWork } from './line-of-work.js'
import { ownFolder } from './own-folder.js'
import type { Repository } from './repository.js'
import { reverted } from './reverting.js'
import { assertShareable, contentsOf, snapshot } from './snapshot.js'
import { addWorktree, removeLeftOver, removeOwnWorktree, type Worktree } from './worktrees.js'

export interface WorkspaceParts {
  readonly share: readonly string[]
  /** The program. */
  readonly git: string
  /** Finds or makes the repository. */
  locate(loopId: string, signal: AbortSignal): Promise<Repository>
}

interface Ready {
  readonly loopId: string
  readonly repo: Repository
  readonly line: LineOfWork
  /** The folder of the worktrees, outside of the user's folder. */
  readonly home: string
  readonly snapshots: Snapshots
  readonly open: Map<string, Worktree>
}

/** Workspaces as worktrees of a repository. */
export function workspacesIn({ share, git, locate }: WorkspaceParts): Workspaces {
  const queued = oneByOne()
  let ready: Ready | null = null
  let opened = 0
  const prepared = (): Ready => {
    if (ready) return ready
    throw new ArtooError('workspaces_not_ready', 'call prepare() before anything else')
  }
  const remove = async (id: string) => {
    const worktree = ready?.open.get(id)
    if (!ready || !worktree) return
    ready.open.delete(id)
    await removeOwnWorktree(worktree)
  }
  const close = async () => {
    if (!ready) return
    for (const id of [...ready.open.keys()]) await remove(id)
    await rm(ready.home, { recursive: true, force: true })
    ready = null
  }
  return {
    prepare: (loopId, head, signal) =>
      queued(async () => {
        await close()
        const repo = await locate(loopId, signal)
        const root = join(repo.top, repo.prefix)
        const kept = snapshots({ root, folder: ownFolder(root, loopId, 'landings'), git })
        await removeLeftOver(repo, loopId)
        const home = await newHome(repo, loopId)
        try {
          await kept.settle()
          const begun = head ?? (await snapshot(repo, join(home, 'index'), { loopId, signal }))
          await assertShareable(repo, share, begun)
          const line = await (head === null ? beginLine : continueLine)(repo, loopId, begun)
          ready = { loopId, repo, line, home, snapshots: kept, open: new Map() }
          return { head: line.head }
        } catch (error) {
          await rm(home, { recursive: true, force: true })
          throw error
        }
      }),
    open: (id, kind, signal, from) =>
      queued(async () => {
        const { loopId, repo, line, home, open } = prepared()
        if (open.has(id))
          throw new ArtooError('workspace_exists', `the workspace ${id} is open already: discard it first`)
        opened++
        const path = join(home, `w${opened}`)
        const begun = from === undefined ? line.head : await contentsOf(repo, open.get(from), signal)
        const worktree = await addWorktree(repo, { path, kind, begun, loopId, share, signal })
        open.set(id, worktree)
        return { directory: join(path, repo.prefix) }
      }),
    integrate: (id, { claim, message }) =>
      queued(async () => {
        const { repo, line, open } = prepared()
        const worktree = open.get(id)
        if (worktree?.kind !== 'writing') {
          throw new ArtooError('workspace_unknown', `there is no workspace ${id} whose changes could be taken over`)
        }
        try {
          return await integrated({ repo, line, worktree, claim, message })
        } finally {
          await remove(id)
        }
      }),
    discard: (id) => queued(() => remove(id)),
    revert: (commits) =>
      queued(() => {
        const { repo, line } = prepared()
        return reverted(repo, line, commits)
      }),
    land: (options) => queued(() => landed(prepared(), options)),
    undoLanding: () => queued(() => landingUndone(prepared())),
    close: () => queued(close),
  }
}
