/**
 * A file name as the most forgiving file system compares it: HFS+ ignores case and invisible characters, NTFS case, dots
 * and blanks at the end and what follows a colon.
 */
export const plainName = (name: string): string => (isPlain.test(name) ? name : plain(name))

/** Most names are as every file system has them. */
const isPlain = /^[a-z0-9._-]*[a-z0-9_-]$/

const plain = (name: string) =>
  name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '')
