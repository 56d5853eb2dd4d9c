import { type ConfinedFiles, filePath } from './confined-files.js'
import type { Scene } from './question.js'

/** The argument that all checks share which look at a text. */
export const subjectPath = filePath.optional().describe('a file, relative to the root; left out: the output')

/** The text that a check looks at, and what evidence calls it. */
export async function subjectOf(files: ConfinedFiles, path: string | undefined, { output, signal }: Scene) {
  return path === undefined
    ? { text: output, called: 'the output' }
    : { text: await files.text(path, signal), called: path }
}
