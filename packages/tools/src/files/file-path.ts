import * as z from 'zod'
import { type FileRoot, longestPath } from './file-root.js'

/** A path as an argument, in whatever spelling. */
export function filePath(root: FileRoot) {
  return z.string().min(1).max(longestPath).describe('path of the file, relative to the root').transform(root.nameOf)
}
