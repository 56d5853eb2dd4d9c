import { ArtooError, type Check, errorMessage, unheard } from '@artoo/spec'
import { jsonSchemaReview } from '@artoo/tools'

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
