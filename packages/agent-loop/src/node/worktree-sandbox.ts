import { readFile, realpath } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { ArtooError, type Sandbox } from '@artoo/spec'
import { isInside } from '@artoo/spec/node'
import { assertSandbox } from '@artoo/tools'
import { confinementOf } from '@artoo/tools/node'

/**
 * The sandbox for programs that work in git worktrees: they read, and don't change, the repository and what of the worktree lies beside
 * their folder.
 *
 * @throws {ArtooError} `invalid_option` for what is no sandbox, `sandbox_unavailable` for one that confines nothing.
 */
export function worktreeSandbox(given: Sandbox | undefined): Sandbox | undefined {
  const sandbox = assertSandbox(given)
  if (!sandbox) return undefined
  assertAvailable(sandbox)
  return basedOn(sandbox, {
    async confine(argv, options) {
      const { cwd, signal, confinement } = options
      const worktree = await worktreeAt(cwd)
      if (worktree === null) return sandbox.confine(argv, options)
      const beside = await besideIn(worktree, cwd, sandbox, signal)
      const read = [...(confinement.read ?? []), ...beside.read]
      const unreadable = [...new Set([...confinement.unreadable, ...beside.unreadable])]
      return sandbox.confine(argv, { ...options, confinement: { ...confinement, read, unreadable } })
    },
  })
}

/** The sandbox, but its programs read further places outside of their folder. */
export function sandboxThatShows(given: Sandbox | undefined, places: readonly string[]): Sandbox | undefined {
  const sandbox = assertSandbox(given)
  return sandbox && basedOn(sandbox, { read: [...sandbox.read, ...places] })
}

/** A host's sandbox may be of a class, whose methods a spread leaves behind. */
function basedOn(sandbox: Sandbox, own: Partial<Sandbox>): Sandbox {
  const { network, read, write } = sandbox
  return {
    ...{ network, read, write },
    report: () => sandbox.report(),
    confine: (argv, options) => sandbox.confine(argv, options),
    close: () => sandbox.close(),
    ...own,
  }
}

function assertAvailable(sandbox: Sandbox): void {
  const { available, problems } = sandbox.report()
  if (available) return
  const message = `nothing is confined here: ${problems.join('; ')}. Without the option sandbox, what was agreed on runs with your rights`
  throw new ArtooError('sandbox_unavailable', message, { field: 'sandbox' })
}

interface Worktree {
  readonly top: string
  /** The repository that all its worktrees share. */
  readonly repository: string
}

/** Places outside of a program's folder that it sees, and those among them that stay unseen. */
type Beside = { readonly [Part in 'read' | 'unreadable']: readonly string[] }

async function besideIn(
  { top, repository }: Worktree,
  cwd: string,
  sandbox: Sandbox,
  signal: AbortSignal,
): Promise<Beside> {
  if (top === cwd) return { read: [repository], unreadable: [] }
  const { unreadable } = await confinementOf(top, sandbox, { writes: false, signal })
  return { read: [repository, top], unreadable }
}

/** The worktree of git in which a folder lies; null for none, and for the checkout that has the repository in itself. */
async function worktreeAt(folder: string): Promise<Worktree | null> {
  const link = await readFile(join(folder, '.git'), 'utf8').catch(() => null)
  const above = dirname(folder)
  if (link === null) return above === folder ? null : worktreeAt(above)
  const gitDir = await realpath(resolve(folder, link.replace(/^gitdir: /, '').trim())).catch(() => null)
  if (gitDir === null) return null
  // A confined program may have written the link, and a folder for it where it may write: a repository that is shown has to know the worktree.
  const repository = dirname(dirname(gitDir))
  const back = await readFile(join(gitDir, 'gitdir'), 'utf8').catch(() => '')
  const isKnown = basename(dirname(gitDir)) === 'worktrees' && back.trim() === join(folder, '.git')
  return isKnown && !isInside(repository, folder) ? { top: folder, repository } : null
}
