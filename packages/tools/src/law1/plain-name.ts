/**
 * A file name as the most forgiving file system compares it: HFS+ ignores case and invisible characters, NTFS case, dots
 * and blanks at the end and what follows a colon.
 */
export const plainName = (name: string): string =>
  name
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .toLowerCase()
    .replace(/:.*$/s, '')
    .replace(/[. ]+$/, '')
