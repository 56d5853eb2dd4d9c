import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

export const hasGit = spawnSync('git', ['version']).status === 0
/** For the names of tests that need it. */
export const gitOrWhy = hasGit ? '' : ' (skipped: git is not installed)'

export const put = (directory: string, files: Readonly<Record<string, string | null>>) => {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(directory, path)), { recursive: true })
    if (content === null) mkdirSync(join(directory, path), { recursive: true })
    else writeFileSync(join(directory, path), content)
  }
}

export const executable = (directory: string, path: string) => chmodSync(join(directory, path), 0o755)

export const read = (directory: string, path: string) => readFileSync(join(directory, path), 'utf8')

/** Every file below with its content, links as where they lead; nothing of git, which may be at work. */
export function filesIn(directory: string): Record<string, string> {
  return Object.fromEntries(
    pathsIn(directory, '')
      .sort()
      .map((path) => [path, contentOf(directory, path)]),
  )
}

function pathsIn(directory: string, folder: string): string[] {
  const entries = readdirSync(join(directory, folder), { withFileTypes: true }).filter(({ name }) => name !== '.git')
  return entries.flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? pathsIn(directory, path) : [path]
  })
}

function contentOf(directory: string, path: string): string {
  const stats = lstatSync(join(directory, path))
  if (stats.isSymbolicLink()) return `-> ${readlinkSync(join(directory, path))}`
  return `${stats.mode & 0o100 ? 'x ' : ''}${readFileSync(join(directory, path), 'utf8')}`
}

export function git(directory: string, ...words: readonly string[]): string {
  const env = { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' }
  return execFileSync('git', words, { cwd: directory, encoding: 'utf8', env, stdio: ['ignore', 'pipe', 'pipe'] })
}

const templates = new Map<string, string>()

/** A repository with one commit of the files. Those that begin alike are copies of one. */
export function repositoryWith(directory: string, files: Readonly<Record<string, string>>): string {
  mkdirSync(directory, { recursive: true })
  if (readdirSync(directory).length > 0) return committed(directory, files)
  cpSync(templateOf(files), directory, { recursive: true, preserveTimestamps: true })
  return directory
}

function templateOf(files: Readonly<Record<string, string>>): string {
  const key = JSON.stringify(files)
  const known = templates.get(key)
  if (known) return known
  const template = mkdtempSync(join(tmpdir(), 'artoo-template-'))
  process.once('exit', () => rmSync(template, { recursive: true, force: true }))
  templates.set(key, committed(template, files))
  return template
}

function committed(directory: string, files: Readonly<Record<string, string>>): string {
  git(directory, 'init', '--quiet', '--initial-branch=main', '--template=')
  put(directory, files)
  git(directory, 'add', '--all', '--force')
  git(directory, '-c', 'user.name=A', '-c', 'user.email=a@b', 'commit', '--quiet', '--message=first')
  return directory
}

/** What a user sees of a checkout, and what git knows of it. */
export function standing(directory: string) {
  const stash = join(directory, '.git/logs/refs/stash')
  const worktrees = join(directory, '.git/worktrees')
  return {
    status: git(directory, 'status', '--porcelain=v2', '--branch', '--untracked-files=all'),
    stash: existsSync(stash) && readFileSync(stash, 'utf8'),
    worktrees: existsSync(worktrees) && filesIn(worktrees),
    config: readFileSync(join(directory, '.git/config'), 'utf8'),
    files: filesIn(directory),
  }
}

export const indexOf = (directory: string) => readFileSync(join(directory, '.git/index'))
