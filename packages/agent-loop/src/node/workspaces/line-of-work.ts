import { rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ArtooError, errorMessage } from '@artoo/spec'
import { gitIdentity } from '@artoo/tools/node'
import type { Repository } from './repository.js'

/**
 * The ref that holds the work of a loop, which is never checked out, and a branch that follows it as long as the branch
 * is neither checked out nor holds commits of others.
 */
export interface LineOfWork {
  readonly head: string
  /** The commit that is in the user's folder already: the beginning of the work, or the last landing. */
  base(): Promise<string>
  moveTo(head: string): Promise<void>
  setBase(commit: string): Promise<void>
}

const refs = (loopId: string) => ({ head: `refs/artoo/${loopId}/head`, base: `refs/artoo/${loopId}/base` })

/** @throws {ArtooError} `branch_taken`; `invalid_option` for a name that git can't give. */
export async function beginLine(repo: Repository, loopId: string, begun: string): Promise<LineOfWork> {
  const branch = repo.branch === null ? null : await branchOf(repo, repo.branch)
  if (branch && !branch.isFree) {
    const message = `the branch ${repo.branch} is checked out, or holds commits that the loop did not make: give another as { branch }`
    throw new ArtooError('branch_taken', message, { field: 'branch' })
  }
  const { head, base } = refs(loopId)
  await updateRefs(repo, [`update ${base} ${begun}`, `update ${head} ${begun}`, ...followed(branch, begun)])
  return lineAt(repo, loopId, begun)
}

/** @throws {ArtooError} `head_lost` when the repository has no such commit. */
export async function continueLine(repo: Repository, loopId: string, head: string): Promise<LineOfWork> {
  const { exit } = /^[0-9a-f]{40,64}$/.test(head)
    ? await repo.git(['rev-parse', '--verify', '--quiet', `${head}^{commit}`], { exits: [1] })
    : { exit: 1 }
  if (exit !== 0) {
    const message = `the commit ${head} on which the loop stood is in no repository here: put back ${repo.gitDir}, or begin a new loop`
    throw new ArtooError('head_lost', message, { field: 'head' })
  }
  const line = lineAt(repo, loopId, head)
  await line.moveTo(head)
  return line
}

function lineAt(repo: Repository, loopId: string, at: string): LineOfWork {
  const names = refs(loopId)
  let head = at
  return {
    get head() {
      return head
    },
    async base() {
      const { exit, stdout } = await repo.git(['rev-parse', '--verify', '--quiet', names.base], { exits: [1] })
      if (exit === 0) return stdout.trim()
      throw new ArtooError('head_lost', `${names.base}, which says where the loop began, is gone from ${repo.gitDir}`)
    },
    async moveTo(commit) {
      const branch = repo.branch === null ? null : await branchOf(repo, repo.branch)
      await updateRefs(repo, [`update ${names.head} ${commit}`, ...followed(branch, commit)])
      head = commit
    },
    setBase: (commit) => updateRefs(repo, [`update ${names.base} ${commit}`]),
  }
}

/** A git that was killed may have left a lock on each of the refs. */
async function updateRefs(repo: Repository, updates: readonly string[], retries = updates.length): Promise<void> {
  try {
    await repo.git(['update-ref', '--stdin'], { input: ['start', ...updates, 'commit', ''].join('\n') })
  } catch (error) {
    const said = errorMessage(error)
    if (retries > 0 && (await isStaleLockRemoved(repo, said))) return updateRefs(repo, updates, retries - 1)
    if (/cannot lock ref.*cannot create/.test(said)) {
      const message = `git can't make the branch beside one of that name: give another as { branch }. ${said}`
      throw new ArtooError('branch_taken', message, { field: 'branch', cause: error })
    }
    if (!/invalid ref format/.test(said)) throw error
    const message = `git can't take that for a name: give another id to the loop, or another { branch }. ${said}`
    throw new ArtooError('invalid_option', message, { field: 'branch', cause: error })
  }
}

/** Milliseconds that a git may live longer than the process that started it. */
const longestOrphan = 2_000

/**
 * Whether a lock on a ref of this loop is gone: a git that was killed leaves it. Nobody else writes these refs, but for a git that outlives its
 * killed process for a moment.
 */
async function isStaleLockRemoved(repo: Repository, said: string): Promise<boolean> {
  const [, lock] = /Unable to create '([^\n]*\/refs\/(?:heads\/)?artoo\/[^\n]*\.lock)': File exists/.exec(said) ?? []
  if (lock === undefined) return false
  const path = resolve(repo.top, lock)
  const there = await stat(path).catch(() => null)
  const age = there ? Date.now() - there.mtimeMs : longestOrphan
  await wait(Math.max(0, Math.min(longestOrphan, longestOrphan - age)))
  await rm(path, { force: true })
  return true
}

interface Branch {
  readonly name: string
  /** Null when there is none yet. */
  readonly at: string | null
  readonly isFree: boolean
}

const followed = (branch: Branch | null, commit: string) =>
  branch?.isFree ? [`update ${branch.name} ${commit} ${branch.at ?? '0'.repeat(commit.length)}`] : []

async function branchOf(repo: Repository, branch: string): Promise<Branch> {
  const name = `refs/heads/${branch}`
  const format = '--format=%(refname)%00%(objectname)%00%(committeremail)%00%(worktreepath)%00'
  const { stdout } = await repo.git(['for-each-ref', format, name])
  const pieces = stdout.split('\0')
  // The pattern also names branches below.
  const start = pieces.findIndex((piece) => piece.trim() === name)
  if (start === -1) return { name, at: null, isFree: true }
  const [, at = '', email, checkedOut] = pieces.slice(start)
  return { name, at, isFree: checkedOut === '' && email === `<${gitIdentity.email}>` }
}
