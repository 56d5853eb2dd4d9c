/** The shell commands of the offline model: each only reads, takes any file name and fails when its folder is missing. */

/** A glob that `find` can express: a plain folder, then at most one `**`, then a name with `*` and `?`. */
const searchable = /^((?:[^*?{}[\]/]+\/)*)(\*\*\/)?([^{}[\]/]+)$/

export function isSearchable(pattern: string): boolean {
  const name = searchable.exec(pattern)?.[3]
  return name !== undefined && name !== '**'
}

export function countLines(path: string): string {
  return `wc -l -- ${quote(path)}`
}

export function countLinesOf(pattern: string): string {
  return `${find(pattern)} -print0 | xargs -0 cat -- | wc -l`
}

export function countFiles(pattern: string): string {
  return `${find(pattern)} | wc -l`
}

export function filesThatHold(text: string, pattern: string): string {
  return `${find(pattern)} -print0 | xargs -0 grep -lF -e ${quote(text)} -- | sort`
}

/**
 * Checks first that the folder exists: the status of a pipe is its last command's, so that a missing folder would look
 * like one without files.
 */
function find(pattern: string): string {
  const [, path = '', recursive, name = '*'] = searchable.exec(pattern) ?? []
  const folder = quote(path === '' ? '.' : `./${path.slice(0, -1)}`)
  const depth = recursive ? '' : '-maxdepth 1 '
  const exists = path === '' ? '' : `find ${folder} -prune -false && `
  return `${exists}find ${folder} ${depth}-type f -name ${quote(name)} -not -path '*/node_modules/*' -not -path '*/.git/*'`
}

function quote(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`
}
