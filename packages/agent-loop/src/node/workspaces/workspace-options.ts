import { statSync } from 'node:fs'
import { isAbsolute, posix, resolve } from 'node:path'
import { ArtooError, assertOptions } from '@artoo/spec'

export interface WorkspaceOptions {
  /** The user's folder. */
  readonly directory: string
  /**
   * Folders in it that every workspace sees as they are, by a link, such as `node_modules`: they are never part of the work, and
   * what is written into them is not undone. One that isn't there is left out.
   *
   * @defaultValue none
   */
  readonly share?: readonly string[] | undefined
  /** The program, 2.38 or newer. @defaultValue `git` of the PATH */
  readonly git?: string | undefined
}

interface Given extends WorkspaceOptions {
  readonly branch?: string | undefined
  readonly exclude?: readonly string[] | undefined
  readonly history?: string | undefined
}

/** @throws {ArtooError} `invalid_option`, whose `field` is the option at fault. */
export function workspaceOptions(of: string, options: Given, more: readonly (keyof Given)[]) {
  assertOptions(options, ['directory', 'share', 'git', ...more], {
    of,
    aliases: { root: 'directory', cwd: 'directory' },
  })
  const { directory, share = [], exclude = [], git = 'git', branch, history } = options
  const isText = (value: unknown) => typeof value === 'string' && value !== '' && !value.includes('\0')
  const assert = (holds: boolean, field: string, why: string) => {
    if (!holds) throw new ArtooError('invalid_option', `${of}: ${field} ${why}`, { field })
  }
  assert(isText(directory), 'directory', 'is the path of a folder')
  for (const [field, value] of Object.entries({ git, branch, history })) {
    assert(value === undefined || isText(value), field, 'is a text that is not empty')
  }
  for (const [field, value] of Object.entries({ share, exclude })) {
    assert(Array.isArray(value) && value.every(isText), field, 'is a list of texts')
  }
  assert(branch?.startsWith('-') !== true, 'branch', 'begins with no dash')
  assert(share.every(isInside), 'share', 'names folders inside of the directory')
  const absolute = resolve(directory)
  assert(statSync(absolute, { throwIfNoEntry: false })?.isDirectory() === true, 'directory', `${absolute} is no folder`)
  const shared = share.map((path) => posix.normalize(path).replace(/\/+$/, ''))
  return { directory: absolute, share: shared, exclude, git, branch, history: history && resolve(history) }
}

function isInside(path: string): boolean {
  const plain = posix.normalize(path).replace(/\/+$/, '')
  return !isAbsolute(path) && plain !== '.' && plain !== '..' && !plain.startsWith('../')
}
