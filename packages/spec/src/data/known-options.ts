import { closestMatch } from 'leven'
import { ArtooError } from '../errors/errors.js'

export interface KnownOptions {
  /** The function that takes the options, for the message: `defineTool`. */
  readonly of: string
  /** Names that are known elsewhere, and what they are called here: `{ maxSteps: 'limits.toolTurns' }`. */
  readonly aliases?: Readonly<Record<string, string>>
  /** Path before the name in the error's `field`: `limits`. */
  readonly path?: string
  /** @defaultValue `invalid_option` */
  readonly code?: string
}

/**
 * The options, once it is sure that they are an object and that each has a name that somebody reads; otherwise the error
 * gives the nearest right name.
 *
 * @throws {ArtooError} of the given code; `field` is the unknown option.
 */
export function assertOptions(
  value: unknown,
  names: readonly string[],
  { of, aliases = {}, path, code = 'invalid_option' }: KnownOptions,
): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    const got = value === null ? 'null' : Array.isArray(value) ? 'an array' : typeof value
    throw new ArtooError(code, `${of} takes an object with named options, not ${got}`, { field: path ?? 'options' })
  }
  const unknown = Object.keys(value).find((name) => !names.includes(name))
  if (unknown === undefined) return value as Readonly<Record<string, unknown>>
  const field = path === undefined ? unknown : `${path}.${unknown}`
  throw new ArtooError(code, `${of} has no option ${unknown}${suggestion(unknown, names, aliases)}`, { field })
}

/** `; did you mean confirm?`, or the names there are when no name is near. */
export function suggestion(
  unknown: string,
  names: readonly string[],
  aliases: Readonly<Record<string, string>> = {},
): string {
  if (names.length === 0) return '; it takes none'
  const alias = Object.hasOwn(aliases, unknown) ? aliases[unknown] : undefined
  // Comparing is quadratic in the length, and no option's name is long.
  const nearest = alias ?? (unknown.length <= 40 ? closestMatch(unknown, names, { maxDistance: 3 }) : undefined)
  return nearest === undefined ? `; there is ${names.join(', ')}` : `; did you mean ${nearest}?`
}
