import { appendFileSync, chmodSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { workspacesFor } from '../../src/node.js'
import type { Chance } from '../halting/chance.js'
import { filesIn, git, indexOf, put, repositoryWith } from '../node/folders.js'

export type Files = Readonly<Record<string, string>>

/** A folder that its user has edited since the loop began, and the work that is to be landed in it. */
export interface Folder {
  readonly directory: string
  /** The commit of the work. */
  readonly head: string
  readonly before: Files
  readonly after: Files
  /** The state of the user's git, but for the files. */
  git(): unknown
}

/** The user edits the first line of files whose last line the work edits, beside untracked, staged, deleted and binary ones. */
export async function folderFor(
  directory: string,
  count: number,
  isRepository: boolean,
  chance: Chance,
): Promise<Folder> {
  const text = (index: number) => `first ${index}\n${'line\n'.repeat(chance.below(200))}\r\nlast ${index}\n`
  const begun = Object.fromEntries(Array.from({ length: count }, (_, index) => [pathOf(index), text(index)]))
  const folders = { 'old/a.txt': 'a', 'old/b.txt': 'b', 'turns/into.txt': 'a folder', 'run.sh': '#!/bin/sh\n' }
  if (isRepository) repositoryWith(directory, { ...begun, ...folders, '.gitignore': '*.log\n' })
  else put(directory, { ...begun, ...folders, '.gitignore': '*.log\n' })
  const { signal } = new AbortController()
  const workspaces = workspacesFor(directory)
  await workspaces.prepare('loop', null, signal)
  const place = (await workspaces.open('work', 'writing', signal)).directory
  for (const path of Object.keys(begun)) {
    if (chance.is(0.05)) rmSync(join(place, path))
    else appendFileSync(join(place, path), 'work\n')
  }
  rmSync(join(place, 'old'), { recursive: true })
  put(place, { old: 'was a folder', 'new/deep/er.txt': 'new', 'bytes.bin': '\0\x01\r\n' })
  rmSync(join(place, 'turns/into.txt'))
  put(place, { 'turns/into.txt/below.txt': 'below' })
  symlinkSync('new/deep/er.txt', join(place, 'link'))
  chmodSync(join(place, 'run.sh'), 0o755)
  const work = filesIn(place)
  const taken = await workspaces.integrate('work', { claim: [], message: 'work' })
  if (taken.status !== 'integrated') throw new Error(taken.reason)
  await workspaces.close()

  const edited = Object.keys(begun).filter((path) => path in work && chance.is(0.8))
  for (const path of edited) put(directory, { [path]: `mine ${readFileSync(join(directory, path), 'utf8')}` })
  put(directory, { 'untracked.txt': 'mine', 'debug.log': 'ignored', 'staged.txt': 'staged' })
  if (isRepository) git(directory, 'add', 'staged.txt', ...edited.slice(0, 3))
  chmodSync(join(directory, pathOf(0)), 0o600)
  const before = filesIn(directory)
  const mine = Object.fromEntries(edited.map((path) => [path, `mine ${work[path]}`]))
  const kept = Object.fromEntries(
    ['untracked.txt', 'debug.log', 'staged.txt'].map((path) => [path, before[path] ?? '']),
  )
  return {
    ...{ directory, head: taken.head, before, after: { ...work, ...kept, ...mine } },
    git: () => isRepository && { index: indexOf(directory).toString('base64'), stash: git(directory, 'stash', 'list') },
  }
}

const pathOf = (index: number) => `src/${index % 10}/file ${index}.txt`
