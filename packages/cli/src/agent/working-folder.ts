import { realpathSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { oneLine } from '@artoo/llm'
import { ArtooError } from '@artoo/spec'

/** The real path of the folder that tools work in. @throws {ArtooError} `invalid_option`, field `dir`. */
export function workingFolder(cwd: string, dir = '.'): string {
  const path = resolve(cwd, dir)
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return realpathSync(path)
  throw new ArtooError('invalid_option', `${oneLine(path, 300)} is no folder: give --dir one`, { field: 'dir' })
}
