import type { Memory } from '@artoo/mkct'
import { openMemory } from '@artoo/mkct/node'
import { ArtooError } from '@artoo/spec'

/** Works with the memory in the state folder of a root. `isDamaged`: one that is damaged is opened all the same, to be looked at. */
export async function withMemory<Result>(
  { root, isDamaged = false }: { readonly root: string; readonly isDamaged?: boolean | undefined },
  work: (memory: Memory) => Promise<Result>,
): Promise<Result> {
  const memory = await openMemory({ root, onDamage: isDamaged ? 'report' : 'refuse' }).catch((error: unknown) => {
    throw inUse(error) ?? error
  })
  try {
    return await work(memory)
  } finally {
    await memory.close()
  }
}

/** One process at a time holds a memory: its error names the process, and here there is no other path to take. */
function inUse(error: unknown): ArtooError | null {
  if (!ArtooError.isInstance(error) || error.code !== 'store_locked') return null
  const [, holder = 'another process'] = /is held by (.*?)\. Close/.exec(error.message) ?? []
  const message = `the memory of this folder is in use by ${holder}: call this again when that has ended`
  return new ArtooError('store_locked', message, { field: 'dir', cause: error })
}
