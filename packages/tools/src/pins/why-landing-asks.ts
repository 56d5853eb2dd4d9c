import { obeyedBy } from '../law1/obeyed-files.js'
import { shellLine } from '../law1/shell-line.js'
import type { AgreedCommand } from './agreed-command.js'
import { plainMatcher } from './path-matcher.js'

/**
 * Why a file is shown to a person before it goes where it has effect, such as `obeyed by git` or `defines the agreed command npm test`;
 * null for a file like any other. Slashes separate.
 */
export function whyLandingAsks(path: string, commands: readonly AgreedCommand[]): string | null {
  const by = obeyedBy(path)
  if (by !== null) return `obeyed by ${by}`
  const defined = commands.find(({ pins }) => pins.globs.some((glob) => plainMatcher(glob)(path)))
  return defined ? `defines the agreed command ${shellLine(defined.argv)}` : null
}
