import { randomUUID } from 'node:crypto'
import { open, readdir, rename, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'

/** A name beside `path` that nobody else uses, and by which a draft that a dead process left is known. */
export const draftOf = (path: string) => `${path}.${randomUUID()}.draft`

/** Whoever reads sees the content from before or this one, also after a power failure. */
export async function writeDurably(path: string, text: string): Promise<void> {
  const draft = draftOf(path)
  try {
    await writeSynced(draft, text)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncDirectory(dirname(path))
}

async function writeSynced(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx')
  try {
    await file.writeFile(text)
    await file.sync()
  } finally {
    await file.close()
  }
}

async function syncDirectory(path: string): Promise<void> {
  // Windows opens no directories, and orders a rename by itself.
  if (process.platform === 'win32') return
  const directory = await open(path)
  try {
    await directory.sync()
  } finally {
    await directory.close()
  }
}

const draftEnd = /^\.(lease\.\d+\.)?[0-9a-f-]{36}\.draft$/

/** Drafts of the file and of its leases. */
export async function removeDrafts(path: string): Promise<void> {
  const directory = dirname(path)
  const name = basename(path)
  for (const one of await readdir(directory)) {
    if (one.startsWith(name) && draftEnd.test(one.slice(name.length))) await rm(join(directory, one), { force: true })
  }
}
