import { ArtooError, type Check, describeIssues, errorMessage, type JsonSchema, unheard } from '@artoo/spec'
import * as z from 'zod'

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
  const schema = schemaOf(name, argumentsSchema)
  return (values) => {
    const result = schema.safeParse(values)
    if (!result.success) throw new ArtooError('invalid_value', describeIssues(result.error.issues))
  }
}

function schemaOf(name: string, argumentsSchema: JsonSchema): z.ZodType {
  try {
    return z.fromJSONSchema(argumentsSchema)
  } catch (cause) {
    const message = `the argumentsSchema of check ${name} can't be used (${errorMessage(cause)}); give a function parse, too`
    throw new ArtooError('invalid_check', message, { field: 'argumentsSchema', cause })
  }
}
