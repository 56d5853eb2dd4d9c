import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import { ArtooError } from './errors.js'

export type JsonSchema = Readonly<Record<string, unknown>>

/** Any Standard Schema that can also describe itself as JSON Schema (zod ≥ 4.2, ArkType, Valibot with its adapter). */
export interface Schema<Input = unknown, Output = Input> {
  readonly '~standard': StandardSchemaV1.Props<Input, Output> & StandardJSONSchemaV1.Props<Input, Output>
}

export type InferInput<S extends Schema> = StandardSchemaV1.InferInput<S>
export type InferOutput<S extends Schema> = StandardSchemaV1.InferOutput<S>

/** JSON Schema (draft 2020-12) of what the schema accepts. */
export function jsonSchemaOf(schema: Schema): JsonSchema {
  return schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })
}

/**
 * Validates `value`.
 *
 * @throws {ArtooError} `invalid_value`, whose message lists every issue with its path.
 */
export async function validate<S extends Schema>(schema: S, value: unknown): Promise<InferOutput<S>> {
  const result = await schema['~standard'].validate(value)
  if (!result.issues) return result.value as InferOutput<S>
  const issues = result.issues.map((issue) => ({ path: pathOf(issue), message: issue.message }))
  const first = issues.find((issue) => issue.path !== '')
  throw new ArtooError(
    'invalid_value',
    issues.map(({ path, message }) => `${path || 'value'}: ${message}`).join('; '),
    {
      ...(first && { field: first.path }),
    },
  )
}

function pathOf(issue: StandardSchemaV1.Issue): string {
  return (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
}
