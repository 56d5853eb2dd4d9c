import { callOrigin } from '@artoo/runtime'
import * as z from 'zod'

/** The effect of a tool call on the world, or the one that a refusal prevented. */
export const action = z.object({
  /** The id of its record. */
  id: z.string(),
  tool: z.string(),
  target: z.string().nullable(),
  /** `changed`: unasked. `confirmed`: after a person's yes. `by_hand`: by a person, and not by the call. `failed`: it went wrong, and what it did before that is not known. */
  what: z.enum(['changed', 'confirmed', 'by_hand', 'failed', 'refused']),
  /** Size of the text before and after, in bytes; null for other targets. */
  bytesBefore: z.number().nullable(),
  bytesAfter: z.number().nullable(),
  /** The reason of a refusal, in a sentence. */
  why: z.string().nullable().default(null),
  /** The call whose result holds the values of a refused call, where the user's words don't. */
  origin: callOrigin.nullable().default(null),
})
export type Action = z.infer<typeof action>
