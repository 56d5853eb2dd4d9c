import { ArtooError, type Check, errorMessage, type JsonSchema, unheard } from '@artoo/spec'
import { type OutputUnit, Validator } from '@cfworker/json-schema'

/** Returns the reason why arguments don't fit, in words that a model can act on; null when they do. Never throws. */
export type ArgumentsReview = (values: unknown) => string | null

/**
 * The review of a check's arguments by its `parse`, or else by its `argumentsSchema`. A check with neither takes any
 * arguments.
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

/** The review of values by a JSON Schema. Throws for a schema that can't be read. */
export function jsonSchemaReview(schema: JsonSchema): ArgumentsReview {
  // The validator writes into the schema that it is given.
  const validator = new Validator(JSON.parse(JSON.stringify(schema)), '2020-12', false)
  validator.validate({})
  return (values) => {
    const { valid, errors } = validator.validate(values)
    return valid ? null : described(errors)
  }
}

/** Keywords whose error only points to another one inside, or repeats one. */
const outer: ReadonlySet<string> = new Set(['$ref', 'properties', 'items', 'prefixItems', 'false'])

const mostDescribed = 5

function described(errors: readonly OutputUnit[]): string {
  const inner = errors.filter(({ keyword }) => !outer.has(keyword))
  const shown = (inner.length > 0 ? inner : errors).slice(0, mostDescribed)
  return shown.map(({ instanceLocation, error }) => `${instanceLocation.slice(2) || 'value'}: ${error}`).join(' ')
}
