import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ServerUser } from './server.js'

/** A disk that is soon full: a file system in memory, which only root can mount. */
interface SmallDisk {
  readonly folder: string
  grow(): void
  remove(): void
}

function mounted({ uid = 0, gid = 0 }: ServerUser): SmallDisk {
  const folder = mkdtempSync(join(tmpdir(), 'artoo-disk-'))
  const run = (program: string, ...args: string[]) => execFileSync(program, args, { stdio: 'ignore' })
  const options = (size: string) => `size=${size},uid=${uid},gid=${gid},mode=700`
  try {
    run('mount', '-t', 'tmpfs', '-o', options('4m'), 'tmpfs', folder)
  } catch (error) {
    rmdirSync(folder)
    throw error
  }
  return {
    folder,
    grow: () => void run('mount', '-o', `remount,${options('64m')}`, folder),
    remove() {
      run('umount', folder)
      rmdirSync(folder)
    },
  }
}

/** Makes a small disk; null where none can be mounted. */
export const smallDisk: typeof mounted | null = (() => {
  try {
    mounted({}).remove()
    return mounted
  } catch {
    return null
  }
})()
