import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff'

/** Comparing takes time quadratic in what differs; who waits for it is a person, and the process with it. */
const limits = { maxEditLength: 2000, timeout: 200 }

/** What changes from one text to the other, as a unified diff; null when too much does. */
export function textDiff(path: string, before: string, after: string): string | null {
  const options = { ...limits, context: 3, headerOptions: FILE_HEADERS_ONLY }
  return createTwoFilesPatch(path, path, before, after, undefined, undefined, options) ?? null
}
