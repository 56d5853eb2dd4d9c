import { ArtooError, errorMessage } from '@artoo/spec'
import type * as z from 'zod'

/** The options as their schema reads them; `path` stands before the name in the error's `field`. @throws {ArtooError} `invalid_option` naming the option. */
export function assertShape<S extends z.ZodType>(schema: S, value: unknown, path: readonly string[] = []): z.output<S> {
  const parsed = readable(() => schema.safeParse(value))
  if (parsed.success) return parsed.data
  const issue = parsed.error.issues[0]
  const field = [...path, ...(issue?.path ?? [])].map(String).join('.') || 'options'
  throw new ArtooError('invalid_option', `${field}: ${issue?.message}`, { field, cause: parsed.error })
}

/** A getter of the host's may throw whatever it likes. */
function readable<T>(read: () => T): T {
  try {
    return read()
  } catch (cause) {
    throw new ArtooError('invalid_option', `an option could not be read: ${errorMessage(cause)}`, {
      field: 'options',
      cause,
    })
  }
}
