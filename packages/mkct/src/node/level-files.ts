import type { ClassicLevel } from 'classic-level'

const tableName = /^\d+\.ldb$/
const otherName = /^(\d+\.log|MANIFEST-\d+|CURRENT|LOG|LOG\.old)$/

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
