import { globPattern } from '@artoo/tools/node'

/**
 * Of paths those that no glob of a claim names; none means anywhere inside. A glob without wildcards names a folder with all in
 * it, too.
 *
 * @throws {ArtooError} `pattern_invalid`, `path_outside_root`
 */
export function outsideClaim(claim: readonly string[], paths: readonly string[]): readonly string[] {
  const matchers = claim.map(matcherOf)
  const isClaimed = (path: string) => claim.length === 0 || matchers.some((matches) => matches(path))
  return paths.filter((path) => path.startsWith('../') || !isClaimed(path))
}

function matcherOf(glob: string): (path: string) => boolean {
  const { matches } = globPattern(glob)
  if (/[*?[\]{}\\]/.test(glob)) return matches
  const plain = glob.replace(/^(\.\/+)+/, '').replace(/\/+$/, '')
  return (path) => plain === '.' || path === plain || path.startsWith(`${plain}/`)
}
