import {
  ArtooError,
  errorMessage,
  frozenJson,
  type JsonSchema,
  jsonSchemaOf,
  type Schema,
  type StandardSchemaV1,
} from '@artoo/spec'
import { jsonSchemaReview } from '@artoo/tools'

/**
 * The schema of an output: a Standard Schema that can describe itself (zod from 4.2, ArkType, Valibot by
 * `toStandardJsonSchema`), or any other with its description.
 */
export type OutputSchema = Schema | { readonly schema: StandardSchemaV1; readonly jsonSchema: JsonSchema }

/** The type of the values that a schema gives. */
export type OutputOf<S extends OutputSchema> = S extends { readonly schema: infer Own extends StandardSchemaV1 }
  ? StandardSchemaV1.InferOutput<Own>
  : S extends StandardSchemaV1
    ? StandardSchemaV1.InferOutput<S>
    : never

/** The type of such a value as far as a model has written it, before the schema has read it. */
export type PartialOutputOf<S extends OutputSchema> = S extends { readonly schema: infer Own extends StandardSchemaV1 }
  ? PartOf<StandardSchemaV1.InferInput<Own>>
  : S extends StandardSchemaV1
    ? PartOf<StandardSchemaV1.InferInput<S>>
    : never

/** Each field may be missing, and each text may lack its end. */
type PartOf<T> = T extends string
  ? string
  : T extends readonly (infer Item)[]
    ? readonly PartOf<Item>[]
    : T extends object
      ? { readonly [Key in keyof T]?: PartOf<T[Key]> }
      : T

/** The options of roles that have to do with the answer. */
export interface WithShape {
  /** JSON Schema of an output that is data for a program. @defaultValue it is a text for a person */
  readonly shape?: JsonSchema | undefined
}

/** The same for code: the schema that validates, and the description for models. */
export interface Shape {
  readonly schema: StandardSchemaV1
  readonly jsonSchema: JsonSchema
}

/** @throws {ArtooError} `invalid_schema` for a value that is not a schema, or has no description. */
export function shapeOf(output: OutputSchema): Shape {
  const given = Object(output) as Partial<Shape> & Partial<Schema>
  const schema = given['~standard'] ? given : given.schema
  if (typeof (schema as Partial<Schema>)?.['~standard']?.validate !== 'function') {
    throw invalid('output is no Standard Schema: give one of zod, Valibot, ArkType or the like')
  }
  const told = given.jsonSchema === undefined ? described(schema as Schema) : given.jsonSchema
  try {
    const { $schema: _, ...jsonSchema } = told
    jsonSchemaReview(jsonSchema)
    return { schema: schema as StandardSchemaV1, jsonSchema: frozenJson(jsonSchema) }
  } catch (cause) {
    throw invalid(`the JSON Schema of output can't be used: ${errorMessage(cause)}`, cause)
  }
}

function described(schema: Schema): JsonSchema {
  try {
    return jsonSchemaOf(schema)
  } catch (cause) {
    const remedy = 'use only types that JSON knows, or give { schema, jsonSchema } for a library that tells none'
    throw invalid(`output tells no JSON Schema, by which a model is told what to write: ${remedy}`, cause)
  }
}

function invalid(message: string, cause?: unknown): ArtooError {
  return new ArtooError('invalid_schema', message, { field: 'output', cause })
}

/** The shape of a task that is resumed with its journal alone. */
export function shapeFrom(jsonSchema: JsonSchema): Shape {
  const review = jsonSchemaReview(jsonSchema)
  const validate = (value: unknown) => {
    const misfit = review(value)
    return misfit === null ? { value } : { issues: [{ message: misfit }] }
  }
  return { jsonSchema, schema: { '~standard': { version: 1, vendor: 'artoo', validate } } }
}
