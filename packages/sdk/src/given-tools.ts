import type { RolesOptions } from '@artoo/roles'
import { ArtooError, assertOptions, type Tool } from '@artoo/spec'

/** Tools of which those under `deferred` cost every call one line in place of their schemas, until they are asked for. */
export interface DeferredTools {
  /** @defaultValue none */
  readonly always?: readonly Tool[] | undefined
  readonly deferred: readonly Tool[]
}

export type GivenTools = readonly Tool[] | DeferredTools

/**
 * All tools, as a list. What is neither a list nor `{ always, deferred }` is returned as it is, for its check.
 *
 * @throws {ArtooError} `invalid_option` for an unknown name beside `always` and `deferred`.
 */
export function toolsIn(given: GivenTools = []): readonly Tool[] {
  if (typeof given !== 'object' || given === null || isList(given)) return given as readonly Tool[]
  // A record of tools is told how it becomes a list.
  const isDeferring = Object.values(given).some(Array.isArray) || 'deferred' in given || 'always' in given
  if (!isDeferring) return given as never
  assertOptions(given, ['always', 'deferred'], { of: 'tools', path: 'tools' })
  const { always = [], deferred = [] } = given
  for (const [name, list] of Object.entries({ always, deferred })) {
    if (Array.isArray(list)) continue
    const field = `tools.${name}`
    throw new ArtooError('invalid_option', `${field} must be a list of tools`, { field })
  }
  return [...always, ...deferred]
}

/** The facts of the tools that roles are made with. */
export function describedTools(given: GivenTools = []): RolesOptions['tools'] {
  if (isList(given)) return given
  const { always = [], deferred = [] } = given
  // Methods of the tool stay its own.
  const told = deferred.map((tool): RolesOptions['tools'][number] =>
    Object.create(tool, { deferred: { value: true, enumerable: true } }),
  )
  return [...always, ...told]
}

const isList = (given: GivenTools): given is readonly Tool[] => Array.isArray(given)
