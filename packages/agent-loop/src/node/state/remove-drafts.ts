import { readdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** The end of the name of a draft. */
const draftEnd = /^\.[0-9a-f-]{36}\.draft$/

/** Removes drafts of the file. */
export async function removeDrafts(path: string): Promise<void> {
  const directory = dirname(path)
  const name = basename(path)
  for (const one of await readdir(directory)) {
    if (one.startsWith(name) && draftEnd.test(one.slice(name.length))) await rm(join(directory, one), { force: true })
  }
}
