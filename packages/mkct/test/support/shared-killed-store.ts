import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { makeKilledStore } from './killed-store.js'
import { temporaryDirectory } from './stores.js'

/** A killed store that is made once for all tests of a file. */
export function killedStore() {
  let root = ''
  const path = () => join(root, 'killed')

  beforeAll(async () => {
    root = await mkdtemp(join(tmpdir(), 'mkct-killed-'))
    await makeKilledStore(join(root, 'store'), path())
  })
  afterAll(() => rm(root, { recursive: true, force: true }))

  return {
    path,
    /** A copy, to be damaged. */
    async copy(): Promise<string> {
      const copy = await temporaryDirectory()
      await cp(path(), copy, { recursive: true })
      return copy
    },
  }
}
