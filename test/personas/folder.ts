import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { Files } from './task.js'

/** Runs something in a folder of its own, which is removed afterwards. */
export async function inFolder<Result>(files: Files, run: (root: string) => Promise<Result>): Promise<Result> {
  const root = mkdtempSync(join(tmpdir(), 'artoo-personas-'))
  try {
    fill(root, files)
    return await run(root)
  } finally {
    rmSync(root, { recursive: true, force: true })
  }
}

/** When the files of a task were written last, before it began. */
const longAgo = new Date('2020-01-01T00:00:00Z')

function fill(root: string, files: Files): void {
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), content)
    utimesSync(join(root, path), longAgo, longAgo)
  }
}

/** Paths that are new, gone, or were written to. */
export function touchedIn(root: string, before: Files): readonly string[] {
  const after = filesIn(root)
  const isOld = (path: string) => path in before && statSync(join(root, path)).mtimeMs === longAgo.getTime()
  return [
    ...Object.keys(before).filter((path) => !(path in after)),
    ...Object.keys(after).filter((path) => !isOld(path)),
  ]
}

export function filesIn(root: string): Files {
  const entries = readdirSync(root, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  return Object.fromEntries(
    entries.map((entry) => {
      const path = join(entry.parentPath, entry.name)
      return [relative(root, path), readFileSync(path, 'utf8')]
    }),
  )
}
