import { copyFile, realpath, stat, utimes } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { ArtooError, errorMessage } from '@artoo/spec'
import { isErrno } from '@artoo/spec/node'
import type { GitCall, GitOutput, RunGit } from '@artoo/tools/node'

/** The repository in which the work is kept, and the user's folder as its work tree. */
export interface Repository {
  readonly gitDir: string
  readonly top: string
  /** The user's folder below the top, with slashes; empty for the top itself. */
  readonly prefix: string
  /** The branch that follows the work; null for none. */
  readonly branch: string | null
  /** Pathspecs of what is never part of the work. */
  readonly left: readonly string[]
  /** Runs git in it; the work tree is the user's folder unless another is given. */
  git(words: readonly string[], call?: Partial<GitCall>): Promise<GitOutput>
}

/** The path as git has it, for a folder below the top of the repository. */
export const inRepository = (prefix: string, path: string) => (prefix === '' ? path : `${prefix}/${path}`)

export interface RepositoryParts extends Omit<Repository, 'git' | 'left'> {
  readonly share: readonly string[]
}

export function repository(run: RunGit, { share, ...parts }: RepositoryParts): Repository {
  const { gitDir, top, prefix } = parts
  return {
    ...parts,
    left: share.map((path) => `:(top,exclude,literal)${inRepository(prefix, path)}`),
    git: (words, call = {}) => run(words, { cwd: call.workTree ?? top, gitDir, workTree: top, ...call }),
  }
}

/**
 * The place of a folder in a checkout of the user's; null when it lies in none, or is ignored by its repository.
 *
 * @throws {ArtooError} `not_a_checkout` for a repository as such.
 */
export async function checkoutOf(run: RunGit, directory: string, signal: AbortSignal) {
  const cwd = await realpath(directory)
  const ask = async (...words: readonly string[]) => {
    const { stdout } = await run(['rev-parse', ...words], { cwd, signal })
    return stdout.replace(/\r?\n$/, '')
  }
  try {
    const top = await realpath(await ask('--show-toplevel'))
    const prefix = relative(top, cwd).replaceAll(sep, '/')
    const ignored =
      prefix !== '' && (await run(['check-ignore', '--quiet', cwd], { cwd, signal, exits: [1] })).exit === 0
    return ignored ? null : { top, prefix, gitDir: await ask('--absolute-git-dir') }
  } catch (error) {
    const said = errorMessage(error)
    if (/not a git repository/.test(said)) return null
    if (!/must be run in a work tree/.test(said)) throw error
    const message = `${directory} is a git repository itself, or lies in one: give the folder of a checkout`
    throw new ArtooError('not_a_checkout', message, { field: 'directory', cause: error })
  }
}

/**
 * An index with what git knows of the files on disk, so that unchanged ones are not read again. It is dated back to the full
 * second: git looks closely at files that are not older than their index.
 */
export async function copyIndex(from: string, to: string): Promise<void> {
  try {
    await copyFile(from, to)
    const second = Math.floor((await stat(from)).mtimeMs / 1000)
    await utimes(to, second, second)
  } catch (error) {
    if (!isErrno(error, 'ENOENT')) throw error
  }
}

export const userIndex = (repo: Repository) => join(repo.gitDir, 'index')
