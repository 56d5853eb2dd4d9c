import { appendFileSync, chmodSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { TaskRecord } from './record.js'
import { firstFiles, put } from './world.js'

/** What somebody else does to files after the kill. @returns the paths */
export function editByOthers(root: string, record: TaskRecord, random: () => number): ReadonlySet<string> {
  const changed = new Set<string>()
  for (const path of new Set([...firstFiles, ...record.paths])) {
    const place = join(root, path)
    if (random() > (record.paths.has(path) ? 0.3 : 0.08) || !existsSync(place)) continue
    const earlier = record.earlierStateOf(path)
    const kinds: readonly (() => void)[] = [
      () => appendFileSync(place, 'mine\n'),
      () => writeFileSync(place, 'mine alone\n'),
      () => chmodSync(place, (statSync(place).mode & 0o777) ^ 0o011),
      () => rmSync(place),
    ]
    const backByHand = () => {
      // A call that wrote what stood there has its earlier state in place already.
      if (earlier && !readFileSync(earlier).equals(readFileSync(place))) writeFileSync(place, readFileSync(earlier))
      else appendFileSync(place, 'mine\n')
    }
    const act = kinds[Math.floor(random() * 2 * kinds.length)] ?? backByHand
    act()
    changed.add(path)
  }
  if (random() < 0.3) {
    put(root, 'new/mine.txt', 'mine\n')
    changed.add('new/mine.txt')
  }
  if (random() < 0.3) {
    put(root, 'passing.txt', 'mine\n')
    rmSync(join(root, 'passing.txt'))
  }
  return changed
}

/** Adds to some files at once, as while an undo is under way. @returns the paths */
export function addByOthers(root: string, random: () => number): ReadonlySet<string> {
  const changed = new Set<string>()
  for (const path of firstFiles) {
    if (random() > 0.1 || !existsSync(join(root, path))) continue
    appendFileSync(join(root, path), meanwhile)
    changed.add(path)
  }
  return changed
}

export const meanwhile = 'mine, meanwhile\n'
