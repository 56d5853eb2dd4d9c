import { join } from 'node:path'
import { walkEntries } from '../files/walk.js'
import { lookBelow, standingAt, statsOf } from './file-state.js'
import type { FileMove } from './move-record.js'

/** Files and links that a move would have to overwrite or to follow although it does not name them: ignored ones, for example. */
export async function inTheWay(root: string, moves: readonly FileMove[]): Promise<readonly string[]> {
  const going = new Set(moves.filter(({ after }) => after === null).map(({ path }) => path))
  const found = new Set<string>()
  for (const { path, after } of moves) {
    for (const one of await standing(root, path, after !== null)) if (!going.has(one)) found.add(one)
  }
  return [...found]
}

/** The path above that is not a folder, or, where a file is to stand, the file at the path or the files below it. */
async function standing(root: string, path: string, below: boolean): Promise<readonly string[]> {
  const parts = path.split('/')
  for (let count = 1; count < parts.length; count++) {
    const above = parts.slice(0, count).join('/')
    const stats = await statsOf(join(root, above))
    if (stats === null) return []
    if (!stats.isDirectory()) return [above]
  }
  if (!below) return []
  const here = await lookBelow(root, path, standingAt)
  if (here === 'else') return [path]
  if (here !== 'folder') return []
  const found: string[] = []
  for await (const entry of walkEntries(root, { start: join(root, path), enter: () => true })) {
    if (entry.kind !== 'directory') found.push(`${path}/${entry.path}`)
  }
  return found
}
