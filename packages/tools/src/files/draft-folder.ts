import { mkdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** The folder beside a file in which a write of that id drafts it. */
export const draftFolderOf = (real: string, id: string): string => join(dirname(real), `.artoo-${id}`)

/** Drafts a file beside its place in a folder that nobody else looks into, which is removed afterwards. */
export async function drafted(real: string, id: string, write: (draft: string) => Promise<void>): Promise<void> {
  const folder = draftFolderOf(real, id)
  await mkdir(folder, { mode: 0o700 })
  try {
    await write(join(folder, basename(real)))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
