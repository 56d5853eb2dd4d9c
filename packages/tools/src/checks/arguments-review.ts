import { ArtooError, type Check, errorMessage, unheard } from '@artoo/spec'
import { jsonSchemaReview, type SchemaReview } from '../schemas/json-schema.js'

type Reviewed = Pick<Check, 'name' | 'argumentsSchema' | 'parse'>

/**
 * The review of a check's arguments by its `parse`, or else by its `argumentsSchema`, which never throws. A check with neither takes any
 * arguments.
 *
 * @throws {ArtooError} `invalid_check` for a schema that can't be read.
 */
export function argumentsReview(check: Reviewed): SchemaReview {
  const bySchema = check.parse ? undefined : schemaReview(check)
  return (values) => {
    try {
      if (bySchema) return bySchema(values)
      unheard(check.parse?.(values))
      return null
    } catch (error) {
      return errorMessage(error)
    }
  }
}

function schemaReview({ name, argumentsSchema }: Reviewed): SchemaReview {
  try {
    return argumentsSchema === undefined ? () => null : jsonSchemaReview(argumentsSchema)
  } catch (cause) {
    const message = `the argumentsSchema of check ${name} can't be used: ${errorMessage(cause)}`
    throw new ArtooError('invalid_check', message, { field: 'argumentsSchema', cause })
  }
}
