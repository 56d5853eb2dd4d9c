import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { oneLine } from '@artoo/llm'
import { ArtooError } from '@artoo/spec'
import type { Call } from '../command-line/call.js'

/** The folder whose records a command looks at. */
export function rootOf({ cwd, flags }: Pick<Call, 'cwd' | 'flags'>): string {
  const root = resolve(cwd, flags.dir ?? '.')
  if (statSync(root, { throwIfNoEntry: false })?.isDirectory()) return root
  throw new ArtooError('invalid_option', `${oneLine(root, 300)} is no folder: give --dir one`, { field: 'dir' })
}
