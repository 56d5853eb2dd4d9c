/// <reference types="node" />
import { randomUUID } from 'node:crypto'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'

/** A path beside the given one that is not taken. By its end drafts that a dead process left are recognised. */
const draftOf = (path: string) => `${path}.${randomUUID()}.draft`

/**
 * Replaces a file: a reader sees the content from before or the new one, also after a power failure. Where one process writes at a time, `draft` may be
 * a path of one name, so that a draft that a dead process left is written over.
 */
export async function writeDurably(
  path: string,
  content: string | Uint8Array,
  draft: string = draftOf(path),
): Promise<void> {
  try {
    await writeSynced(draft, content)
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
  await syncDirectory(dirname(path))
}

async function writeSynced(path: string, content: string | Uint8Array): Promise<void> {
  const file = await open(path, 'w')
  try {
    await file.writeFile(content)
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
