import * as z from 'zod'

/**
 * The schema of an output that is the whole text of the model's answer. The provider is asked for no form, and nothing is extracted.
 *
 * @example
 * generate(model, { messages, output: { name: 'answer', schema: plainText } }, { signal })
 */
export const plainText = z.string()
