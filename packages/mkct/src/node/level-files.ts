import { ArtooError } from '@artoo/spec'
import type { ClassicLevel } from 'classic-level'

const tableName = /^\d+\.ldb$/
const otherName = /^(\d+\.log|MANIFEST-\d+|CURRENT|LOG|LOG\.old)$/

/** LevelDB, which only who keeps a memory on disk installs. @throws {ArtooError} `missing_package` */
export function levelDb(): Promise<typeof import('classic-level')> {
  return import('classic-level').catch((cause: unknown) => {
    const message = 'openMemory needs a package that is not there: npm install classic-level'
    throw new ArtooError('missing_package', message, { field: 'classic-level', cause })
  })
}

export const isTable = (file: string): boolean => tableName.test(file)
export const isLevelFile = (file: string): boolean => isTable(file) || otherName.test(file)

/**
 * The tables that LevelDB uses now. They are complete, never change, and no other file will ever have their names; the
 * names of tables that a crash or closing left unfinished will be used again.
 */
export function tablesInUse(level: ClassicLevel<string, string>): ReadonlySet<string> {
  const numbers = level.getProperty('leveldb.sstables').matchAll(/^ (\d+):\d+\[/gm)
  return new Set(Array.from(numbers, ([, number = '']) => `${number.padStart(6, '0')}.ldb`))
}
