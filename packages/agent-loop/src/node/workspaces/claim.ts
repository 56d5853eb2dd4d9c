import { pathMatcher } from '@artoo/tools/node'

/**
 * The paths that no glob of a claim matches; an empty claim matches every path inside the folder. A glob without
 * wildcards names a folder with everything in it, too. Files in a `node_modules` are installed and not written: code
 * there can replace any module, so a claim has to name it.
 *
 * @throws {ArtooError} `pattern_invalid`, `path_outside_root`
 */
export function outsideClaim(claim: readonly string[], paths: readonly string[]): readonly string[] {
  const matchers = claim.map(pathMatcher)
  const isClaimed = (path: string) => claim.length === 0 || matchers.some((matches) => matches(path))
  const isInstalled = (path: string) => /(^|\/)node_modules(\/|$)/i.test(path)
  const claimsInstalled = claim.some(isInstalled)
  return paths.filter((path) => path.startsWith('../') || !isClaimed(path) || (isInstalled(path) && !claimsInstalled))
}
