import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'
import { truncateOutput } from '../truncate-output.js'

/** Comparing takes time quadratic in what differs; who waits for it is a person, and the process with it. */
const limits = { maxEditLength: 2000, timeout: 200 }

/** What changes from one text to the other, as a unified diff cut to 16 KB; null when too much does. */
export function textDiff(path: string, before: string, after: string): string | null {
  const options = { ...limits, context: 3, headerOptions: FILE_HEADERS_ONLY }
  const patch = createTwoFilesPatch(path, path, before, after, undefined, undefined, options)
  return patch === undefined ? null : truncateOutput(patch, 16_384)
}
