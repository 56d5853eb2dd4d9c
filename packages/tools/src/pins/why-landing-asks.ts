import { obeyedBy } from '../law1/obeyed-files.js'
import { shellLine } from '../law1/shell-line.js'
import type { AgreedCommand } from './agreed-command.js'
import { obeyedOrDefinedBy } from './obeyed-or-defined-by.js'
import { plainMatcher } from './path-matcher.js'

/**
 * Why a file is shown to a person before it goes where it has effect, `obeyed by git`, `defines the agreed command npm test` or
 * `defines commands of make`; null for a file like any other. Slashes separate.
 */
export function whyLandingAsks(path: string, commands: readonly AgreedCommand[]): string | null {
  const by = obeyedBy(path)
  if (by !== null) return `obeyed by ${by}`
  const agreed = commands.find(({ pins }) => pins.globs.some((glob) => plainMatcher(glob)(path)))
  if (agreed) return `defines the agreed command ${shellLine(agreed.argv)}`
  const program = obeyedOrDefinedBy(path)
  return program === null ? null : `defines commands of ${program}`
}
