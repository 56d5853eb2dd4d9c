const tableName = /^(\d+)\.(ldb|sst)$/
const logName = /^(\d+)\.log$/
const otherName = /^(MANIFEST-\d+|CURRENT|LOG|LOG\.old)$/

export const isTable = (file: string): boolean => tableName.test(file)
export const isLevelFile = (file: string): boolean => isTable(file) || logName.test(file) || otherName.test(file)

/** Null for what is no log. */
export function numberOfLog(file: string): number | null {
  const digits = logName.exec(file)?.[1]
  return digits === undefined ? null : Number(digits)
}

/** As LevelDB names a file with a number. `sst` is what tables were called of old. */
export function fileNameOf(number: number, ending: 'ldb' | 'sst' | 'log'): string {
  return `${`${number}`.padStart(6, '0')}.${ending}`
}
