import { isAbsolute, relative, sep } from 'node:path'

/** An absolute path or glob relative to the root, by whichever of its names it goes; any other as it is. It begins with `..` outside. */
export function belowRoot(roots: readonly string[], path: string): string {
  if (!isAbsolute(path)) return path
  const found = roots.map((root) => relative(root, path).replaceAll(sep, '/') || '.')
  return found.find((one) => one !== '..' && !one.startsWith('../') && !isAbsolute(one)) ?? found[0] ?? path
}
