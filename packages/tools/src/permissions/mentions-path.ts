/**
 * Whether a line of a shell mentions what a glob of paths names: what stands there before its first wildcard, in whatever case and quotes. A path that the
 * line reaches by another name, by a wildcard or by a program that walks folders is out of sight.
 */
export function mentionsPath(glob: string, line: string): boolean {
  const pieces = glob.toLowerCase().split(/[*?[\]{}\\]+/)
  const at = pieces.findIndex((piece) => /[^./]/.test(piece))
  const piece = pieces[at]
  if (piece === undefined) return false
  const name = piece.replace(/^(\.?\/)+|\/+$/g, '')
  const isBegin = at === 0 || piece.startsWith('/')
  const isEnd = at === pieces.length - 1 || piece.endsWith('/')
  const text = line
    .toLowerCase()
    .replace(/\\\n|[\\'"]/g, '')
    .replace(/\/(\.?\/)+/g, '/')
  for (let found = text.indexOf(name); found !== -1; found = text.indexOf(name, found + 1)) {
    const goesOn = [isBegin && text[found - 1], isEnd && text[found + name.length]]
    if (!goesOn.some((beside) => beside && /[\p{L}\p{N}_-]/u.test(beside))) return true
  }
  return false
}
