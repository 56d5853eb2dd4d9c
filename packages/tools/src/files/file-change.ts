import type { Stats } from 'node:fs'
import type { Change } from '@artoo/spec'
import { boundedBytes } from './bounded-bytes.js'
import { decodeText } from './decode-text.js'
import { textDiff } from './text-diff.js'

/** The most bytes of a text that is compared: 256 KB. */
const limitBytes = 262_144

export interface Overwrite {
  /** The path as the caller wrote it. */
  readonly path: string
  /** Where the file really is. */
  readonly real: string
  readonly stats: Stats
  readonly content: string
}

/** What overwriting a file would change. A file that can't be read, or is no text, has no diff. */
export async function fileChange({ path, real, stats, content }: Overwrite, signal: AbortSignal): Promise<Change> {
  const bytesAfter = Buffer.byteLength(content)
  const sizes = { bytesBefore: stats.size, bytesAfter }
  if (!stats.isFile() || Math.max(stats.size, bytesAfter) > limitBytes || content.includes('\0')) {
    return { ...sizes, diff: null }
  }
  const before = await readText(real, signal).catch(() => null)
  return { ...sizes, diff: before === null ? null : textDiff(path, before, content) }
}

/** What a new file brings. */
export function newFile(path: string, content: string): Change {
  const bytesAfter = Buffer.byteLength(content)
  const isText = bytesAfter <= limitBytes && !content.includes('\0')
  return { bytesBefore: 0, bytesAfter, diff: isText ? textDiff(path, '', content) : null }
}

async function readText(real: string, signal: AbortSignal): Promise<string | null> {
  const bytes = await boundedBytes(real, limitBytes, signal)
  return bytes && decodeText(bytes)
}
