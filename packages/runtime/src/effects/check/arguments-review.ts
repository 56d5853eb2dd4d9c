import { ArtooError, type Check, errorMessage, type JsonSchema, unheard } from '@artoo/spec'
import { type OutputUnit, Validator } from '@cfworker/json-schema'

/** Why arguments don't fit, in words that a model can act on; null when they do. Never throws. */
export type ArgumentsReview = (values: unknown) => string | null

/**
 * How the arguments of a check are held against its `parse`, or else against its `argumentsSchema`. A check with
 * neither takes anything.
 *
 * @throws {ArtooError} `invalid_check` for a schema that can't be read.
 */
export function argumentsReview(check: Pick<Check, 'name' | 'argumentsSchema' | 'parse'>): ArgumentsReview {
  const read = check.parse ? (values: unknown) => check.parse?.(values) : schemaReader(check)
  return (values) => {
    try {
      unheard(read(values))
      return null
    } catch (error) {
      return errorMessage(error)
    }
  }
}

function schemaReader({ name, argumentsSchema }: Pick<Check, 'name' | 'argumentsSchema'>): (values: unknown) => void {
  if (argumentsSchema === undefined) return () => {}
  try {
    const review = jsonSchemaReview(argumentsSchema)
    return (values) => {
      const misfit = review(values)
      if (misfit !== null) throw new ArtooError('invalid_value', misfit)
    }
  } catch (cause) {
    const message = `the argumentsSchema of check ${name} can't be used: ${errorMessage(cause)}`
    throw new ArtooError('invalid_check', message, { field: 'argumentsSchema', cause })
  }
}

/** How values are held against a JSON Schema. Throws for one that can't be read. */
export function jsonSchemaReview(schema: JsonSchema): ArgumentsReview {
  // It writes into what it is given.
  const validator = new Validator(JSON.parse(JSON.stringify(schema)), '2020-12', false)
  validator.validate({})
  return (values) => {
    const { valid, errors } = validator.validate(values)
    return valid ? null : described(errors)
  }
}

/** Keywords whose error says only that something further inside is wrong, or what another said before. */
const outer: ReadonlySet<string> = new Set(['$ref', 'properties', 'items', 'prefixItems', 'false'])

const mostDescribed = 5

function described(errors: readonly OutputUnit[]): string {
  const inner = errors.filter(({ keyword }) => !outer.has(keyword))
  const shown = (inner.length > 0 ? inner : errors).slice(0, mostDescribed)
  return shown.map(({ instanceLocation, error }) => `${instanceLocation.slice(2) || 'value'}: ${error}`).join(' ')
}
