import type { KeptChange } from './kept-tree.js'
import { type FileState, isSameState, newId, type RecordLine, type Touch } from './record-line.js'

/**
 * The changes of a command as touches that were carried out, with their contents. A change that other calls noted while the command ran is
 * theirs: the command's begins where theirs end, so that the touches of a file make one chain.
 */
export function touchesOf(callId: string, changes: readonly KeptChange[], meanwhile: readonly RecordLine[]) {
  const lines: RecordLine[] = []
  const contents: Buffer[] = []
  for (const { path, before: first, after: last } of changes) {
    const [before, after] = [stateAfter(path, first?.state ?? null, meanwhile), last?.state ?? null]
    if (isSameState(before, after)) continue
    const id = newId()
    // Folders that a command made are removed with the last of its files.
    const folders = before === null ? foldersAbove(path) : []
    lines.push({ id, callId, path, folders, before, after }, { done: id })
    for (const file of [first, last]) if (file) contents.push(file.content)
  }
  return { lines, contents }
}

/** The state of a file after the touches that lead from this one without a gap; the same where they don't. */
function stateAfter(path: string, state: FileState | null, lines: readonly RecordLine[]): FileState | null {
  let reached = state
  for (const touch of lines.filter((line): line is Touch => 'folders' in line && line.path === path)) {
    if (!isSameState(touch.before, reached)) return state
    reached = touch.after
  }
  return reached
}

/** `a/b/c.txt` has `a/b` and `a`. */
function foldersAbove(path: string): readonly string[] {
  const parts = path.split('/').slice(0, -1)
  return parts.map((_, index) => parts.slice(0, parts.length - index).join('/'))
}
