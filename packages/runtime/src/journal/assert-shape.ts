import { ArtooError, errorMessage } from '@artoo/spec'
import type * as z from 'zod'

/** Refuses options that are not what their schema says. @throws {ArtooError} `invalid_option` naming the option. */
export function assertShape(schema: z.ZodType, value: unknown): void {
  const parsed = readable(() => schema.safeParse(value))
  if (parsed.success) return
  const issue = parsed.error.issues[0]
  const field = issue?.path.map(String).join('.') || 'options'
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
