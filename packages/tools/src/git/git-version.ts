import { ArtooError } from '@artoo/spec'
import type { RunGit } from './run-git.js'

/** Merges without a checkout (`git merge-tree --write-tree`). */
const oldest = { major: 2, minor: 38 } as const

const known = new WeakSet<RunGit>()

/** Asks a runner for its version once. @throws {ArtooError} `git_missing`, `git_too_old` */
export async function assertGit(run: RunGit, cwd: string, signal: AbortSignal): Promise<void> {
  if (known.has(run)) return
  const { stdout } = await run(['version'], { cwd, signal })
  const [, major = 0, minor = 0] = (/(\d+)\.(\d+)/.exec(stdout) ?? []).map(Number)
  if (major > oldest.major || (major === oldest.major && minor >= oldest.minor)) {
    known.add(run)
    return
  }
  const message = `git ${oldest.major}.${oldest.minor} or newer is needed, and this is ${stdout.trim()}`
  throw new ArtooError('git_too_old', message, { field: 'git' })
}
