import * as z from 'zod'

export type RedactText = (text: string) => string

export interface RedactOptions {
  /** Applied to every text, and to the digits of every number in data. @defaultValue every text is kept */
  readonly text?: RedactText | undefined
  /**
   * Names of fields, in whatever case, whose values become `[redacted]`: in data (inputs of tools, values and calls that models give,
   * arguments of checks) and in JSON that stands in a text. @defaultValue none
   */
  readonly fields?: readonly string[] | undefined
  /** Whether `text` is applied to the names of fields in data, too. @defaultValue false */
  readonly names?: boolean | undefined
}

/** The way in which texts are kept out of journal, memory and audit log: a function from text to text, or more than that. */
export type Redact = RedactText | RedactOptions

const isFunction = (value: unknown) => typeof value === 'function'

const parts = z.strictObject({
  text: z.custom(isFunction).optional(),
  fields: z.array(z.string().min(1)).optional(),
  names: z.boolean().optional(),
})

function isParts(value: unknown): boolean {
  const { data } = parts.safeParse(value)
  return (data?.text ?? data?.fields) !== undefined
}

/** Shape of the option `redact`, wherever it is given. */
export const redactSchema = z.custom<Redact>(
  (value) => isFunction(value) || isParts(value),
  'must be a function from text to text, or { text?, fields?, names? } with a text function or a list of fields',
)
