import type { Change } from '@artoo/spec'
import type { PresentFile } from './present-file.js'
import { textDiff } from './text-diff.js'

/**
 * The change of a file by writing `content`; `before` is null for a new file. The diff is null when a side is not text.
 */
export function fileChange(path: string, before: Pick<PresentFile, 'bytes' | 'text'> | null, content: string): Change {
  const old = before === null ? '' : before.text
  const diff = old === null || content.includes('\0') ? null : textDiff(path, old, content)
  return { bytesBefore: before?.bytes ?? 0, bytesAfter: Buffer.byteLength(content), diff }
}
