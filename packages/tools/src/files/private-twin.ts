import type { Stats } from 'node:fs'

/**
 * Whether a file that not everybody may read goes by another name as well, which may lie outside of the root: a hard link
 * to a key looks like that, one to a store of packages does not.
 */
export const isPrivateTwin = (stats: Stats): boolean => stats.isFile() && stats.nlink > 1 && (stats.mode & 0o004) === 0
