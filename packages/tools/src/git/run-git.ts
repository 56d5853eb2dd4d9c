import { ArtooError, errorMessage } from '@artoo/spec'
import type { SimpleGitOptions } from 'simple-git'

export interface GitCall {
  readonly cwd: string
  readonly gitDir?: string | undefined
  readonly workTree?: string | undefined
  readonly index?: string | undefined
  /** The standard input. It must not be empty, or git waits for it. */
  readonly input?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Exit codes beside 0 that are an answer and not a failure. */
  readonly exits?: readonly number[] | undefined
}

export interface GitOutput {
  readonly exit: number
  readonly stdout: string
}

export type RunGit = (words: readonly string[], call: GitCall) => Promise<GitOutput>

/** Settings of every call, so that neither the user's settings nor the user's programs have an effect. */
const settings = [
  'core.hooksPath=/dev/null',
  'core.fsmonitor=false',
  'core.splitIndex=false',
  'core.safecrlf=false',
  'i18n.commitEncoding=UTF-8',
  'gc.auto=0',
  // The state is written durably, and names commits.
  'core.fsync=committed,reference',
  'core.fsyncMethod=batch',
  'maintenance.auto=false',
  'submodule.recurse=false',
  // A file that one side renamed and the other changed is for a person to look at.
  'merge.renames=false',
  'merge.directoryRenames=false',
  // A relative path would mark the repository as one that older versions don't read.
  'worktree.useRelativePaths=false',
]

export const gitIdentity = { name: 'artoo', email: 'artoo@localhost' } as const

const variables = {
  GIT_AUTHOR_NAME: gitIdentity.name,
  GIT_AUTHOR_EMAIL: gitIdentity.email,
  GIT_COMMITTER_NAME: gitIdentity.name,
  GIT_COMMITTER_EMAIL: gitIdentity.email,
  GIT_OPTIONAL_LOCKS: '0',
  GIT_TERMINAL_PROMPT: '0',
} as const

const places = ['GIT_DIR', 'GIT_WORK_TREE', 'GIT_INDEX_FILE']

/**
 * Runs a git program so that settings, hooks and environment of the user have no effect.
 *
 * @throws {ArtooError} `git_missing`, `git_failed` with the output of git, or the reason of the signal: by the returned
 * function.
 */
export function gitRunner(binary: string): RunGit {
  return async (words, { cwd, gitDir, workTree, index, input, signal, exits = [] }) => {
    signal?.throwIfAborted()
    let exit = 0
    const options: Partial<SimpleGitOptions> = {
      baseDir: cwd,
      binary,
      config: settings,
      completion: { onClose: true, onExit: false },
      allowEnvironment: [...Object.keys(variables), ...places],
      unsafe: { allowUnsafeHooksPath: true, allowUnsafeFsMonitor: true, allowUnsafeCustomBinary: true },
      errors(error, result) {
        exit = result.exitCode
        return exit === 0 || exits.includes(exit) ? undefined : (error ?? new Error(`exit code ${exit}`))
      },
      ...(input !== undefined && { input: () => input }),
      ...(signal && { abort: signal }),
    }
    // Loaded at the first call: tools that read and write files do without it.
    const { simpleGit } = await import('simple-git')
    const given = { GIT_DIR: gitDir, GIT_WORK_TREE: workTree, GIT_INDEX_FILE: index }
    try {
      const stdout = await simpleGit(options)
        .env({ ...surroundings(), ...variables, ...defined(given), LC_ALL: 'C' })
        // simple-git waits 50 ms for more when a program has printed nothing; an empty chunk ends that.
        .outputHandler((_, __, stderr) => queueMicrotask(() => stderr.emit('data', Buffer.alloc(0))))
        .raw([...words])
      return { exit, stdout }
    } catch (error) {
      signal?.throwIfAborted()
      throw failure(binary, words, error)
    }
  }
}

/** The host's environment without the variables that change where and how git works. */
function surroundings(): Record<string, string> {
  return defined(
    Object.fromEntries(
      Object.entries(process.env).filter(([name]) => !/^(git_.*|(git)?prefix)$/i.test(name) && !isProgram(name)),
    ),
  )
}

const isProgram = (name: string) => /^(editor|visual|pager|ssh_askpass)$/i.test(name)

function defined(values: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== undefined))
}

function failure(binary: string, words: readonly string[], cause: unknown): ArtooError {
  const said = errorMessage(cause).trim()
  if (/^Error: spawn .* (ENOENT|EACCES)/.test(said)) {
    const message = `${binary} can't be run: install git 2.38 or newer, or give its path as { git }`
    return new ArtooError('git_missing', message, { field: 'git', cause })
  }
  return new ArtooError('git_failed', `git ${words[0]}: ${said.slice(0, 2000)}`, { cause })
}
