import { mkdir, open, rmdir, unlink } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { atPlace } from './open-folder.js'

export interface Draft {
  readonly content: string | Buffer
  /** Permission bits. @defaultValue those of a new file */
  readonly mode?: number | undefined
  /** Whether the content is to be on the disk before the draft is used. @defaultValue false */
  readonly flush?: boolean | undefined
}

/**
 * Drafts a file in a folder beside its place that nobody else looks into, and removes both afterwards. The id is part of
 * the name of the folder.
 */
export async function drafted(
  place: string,
  id: string,
  { content, mode, flush }: Draft,
  use: (draft: string) => Promise<void>,
): Promise<void> {
  await mkdir(draftFolderOf(place, id), { mode: 0o700 })
  try {
    await inDraftFolder(place, id, async (draft) => {
      const handle = await open(draft, 'wx')
      try {
        await handle.writeFile(content)
        if (mode !== undefined) await handle.chmod(mode)
        if (flush) await handle.sync()
      } finally {
        await handle.close()
      }
      await use(draft)
    })
  } finally {
    await removeDraft(place, id)
  }
}

/** Removes what a write of that id left when it was cut off. */
export async function removeDraft(place: string, id: string): Promise<void> {
  await inDraftFolder(place, id, unlink).catch(() => {})
  // Another process may have put anything in its place, which stays.
  await rmdir(draftFolderOf(place, id)).catch(() => {})
}

const draftFolderOf = (place: string, id: string) => join(dirname(place), `.artoo-${id}`)

const inDraftFolder = (place: string, id: string, act: (draft: string) => Promise<void>) =>
  // The dot makes it the folder itself, also where the place goes by a descriptor.
  atPlace(`${dirname(place)}/.`, join(draftFolderOf(place, id), basename(place)), act)
