import { ArtooError } from '@artoo/spec'
import type { SchemaOwner } from './object-schema.js'

const namePattern = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/

/**
 * The name of a definition that has a description, too; `picker` is who picks by that.
 *
 * @throws {ArtooError} `invalid_tool` or `invalid_check`, whose `field` is the option at fault.
 */
export function definitionName(
  kind: SchemaOwner['kind'],
  picker: string,
  { name, description }: Readonly<Record<string, unknown>>,
): string {
  const invalid = (field: string, message: string) => new ArtooError(`invalid_${kind}`, message, { field })
  if (typeof name !== 'string' || !namePattern.test(name)) {
    const got = typeof name === 'string' ? JSON.stringify(name) : kindOf(name)
    throw invalid('name', `the name of a ${kind} must match ${namePattern}, which ${got} doesn't`)
  }
  if (typeof description === 'string' && description.trim() !== '') return name
  throw invalid('description', `${kind} ${name} needs a description: ${picker} picks it by that`)
}

export const kindOf = (value: unknown) =>
  value === null ? 'null' : value === undefined ? 'nothing' : `a ${typeof value}`
