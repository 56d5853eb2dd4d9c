import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** A directory that is removed when the test ends. */
export async function temporaryDirectory(): Promise<string> {
  const path = await mkdtemp(join(tmpdir(), 'mkct-'))
  onTestFinished(() => rm(path, { recursive: true, force: true }))
  return path
}

/** A copy of an open store, byte for byte what a kill would leave: made again if LevelDB dropped a file meanwhile. */
export async function copyAlive(path: string): Promise<string> {
  const copy = await temporaryDirectory()
  for (;;) {
    const files = await readdir(path)
    const isWhole = await cp(path, copy, { recursive: true }).then(
      () => true,
      () => false,
    )
    if (isWhole && `${await readdir(path)}` === `${files}`) return copy
    await rm(copy, { recursive: true, force: true })
  }
}

/** The files of a store whose bytes hold `text`. */
export async function filesWith(path: string, text: string): Promise<string[]> {
  const found: string[] = []
  for (const entry of await readdir(path, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue
    if ((await readFile(join(entry.parentPath, entry.name))).includes(Buffer.from(text))) found.push(entry.name)
  }
  return found
}

/** Everything a store holds. */
export async function dump(store: {
  iterator(options: { keyEncoding: 'utf8'; valueEncoding: 'utf8' }): { all(): Promise<[string, string][]> }
}): Promise<[string, string][]> {
  return store.iterator({ keyEncoding: 'utf8', valueEncoding: 'utf8' }).all()
}
