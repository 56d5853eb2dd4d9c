import { relative, resolve } from 'node:path'
import { secretName } from '../law1/secret-files.js'
import { fileError } from './file-error.js'
import type { FileRoot } from './file-root.js'

/** The part of a path that is a name for keys or credentials, as it was asked for or as the file is really named; or null. */
export async function secretIn(root: FileRoot, path: string): Promise<string | null> {
  try {
    const base = await root.directory()
    return secretName(relative(base, resolve(base, path))) ?? secretName(relative(base, await root.resolve(path)))
  } catch (error) {
    throw fileError(error, path)
  }
}
