import { ArtooError, type JsonSchema, jsonSchemaOf, type Schema } from '@artoo/spec'

/** The owner of a schema, for messages of errors. */
export interface SchemaOwner {
  readonly kind: 'tool' | 'check'
  readonly name: string
  readonly field: string
}

/**
 * The JSON Schema of an object with named fields.
 *
 * @throws {ArtooError} `invalid_tool` or `invalid_check` when there is none or it isn't one of an object.
 */
export function objectSchemaOf({ kind, name, field }: SchemaOwner, given: Schema): JsonSchema {
  const invalid = (message: string, cause?: unknown) => new ArtooError(`invalid_${kind}`, message, { field, cause })
  const its = `the ${field} of ${kind} ${name}`
  const verb = field.endsWith('s') ? 'give' : 'gives'
  let schema: unknown
  try {
    schema = jsonSchemaOf(given)
  } catch (cause) {
    throw invalid(`${its} ${verb} no JSON Schema; ${remedyFor(given)}`, cause)
  }
  if (isObjectSchema(schema)) return schema
  throw invalid(`${its} must be an object with named fields`)
}

/** The way to a JSON Schema by the library that the schema is of. */
function remedyFor(schema: Schema): string {
  const { vendor } = schema['~standard']
  return remedies[vendor] ?? 'use one that does, or describe it with jsonSchema()'
}

const remedies: Readonly<Record<string, string>> = {
  valibot: 'wrap it in toStandardJsonSchema() of @valibot/to-json-schema',
  zod: 'use types that JSON knows, of zod 4.2 or newer',
}

/** Whether a value is a Standard Schema, of any library. */
export function isSchema(value: unknown): value is Schema {
  if ((typeof value !== 'object' || value === null) && typeof value !== 'function') return false
  const standard: unknown = '~standard' in value ? value['~standard'] : null
  return typeof standard === 'object' && standard !== null && 'validate' in standard
}

const isObjectSchema = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && 'type' in value && value.type === 'object'
