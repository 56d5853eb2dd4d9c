import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import { frozenJson } from '../data/frozen-json.js'
import { ArtooError } from '../errors/errors.js'

export type JsonSchema = Readonly<Record<string, unknown>>

/** Any Standard Schema that can also describe itself as JSON Schema (zod ≥ 4.2, ArkType, Valibot with its adapter). */
export interface Schema<Input = unknown, Output = Input> {
  readonly '~standard': StandardSchemaV1.Props<Input, Output> & StandardJSONSchemaV1.Props<Input, Output>
}

export type InferInput<S extends Schema> = StandardSchemaV1.InferInput<S>
export type InferOutput<S extends Schema> = StandardSchemaV1.InferOutput<S>

/** A schema says the same each time, and takes its time to say it: with zod a quarter of what a task costs. */
const described = new WeakMap<Schema, JsonSchema>()

/**
 * JSON Schema (draft 2020-12) of what the schema accepts; frozen, and the same object each time.
 *
 * @throws {ArtooError} `invalid_schema` when the schema can't describe itself, as zod's `z.date()` or a zod before 4.2.
 */
export function jsonSchemaOf(schema: Schema): JsonSchema {
  const known = described.get(schema)
  if (known) return known
  try {
    const description = frozenJson(withoutNoise(schema['~standard'].jsonSchema.input({ target: 'draft-2020-12' })))
    described.set(schema, description)
    return description
  } catch (cause) {
    throw new ArtooError('invalid_schema', 'the schema has no JSON Schema; use only types that JSON knows', { cause })
  }
}

/** The schema without what tells a model nothing: the dialect, and the bounds of integers that JavaScript can count. */
function withoutNoise({ $schema: _, ...schema }: JsonSchema): JsonSchema {
  return JSON.parse(JSON.stringify(schema), (_key, value) => {
    if (value?.type !== 'integer') return value
    const { minimum, maximum, ...rest } = value
    return {
      ...rest,
      ...(minimum !== undefined && minimum !== Number.MIN_SAFE_INTEGER && { minimum }),
      ...(maximum !== undefined && maximum !== Number.MAX_SAFE_INTEGER && { maximum }),
    }
  })
}

/**
 * Validates `value`.
 *
 * @throws {ArtooError} `invalid_value`, whose message lists every issue with its path and whose `field` is the first
 * path.
 */
export async function validate<S extends Schema>(schema: S, value: unknown): Promise<InferOutput<S>> {
  const result = await schema['~standard'].validate(value)
  if (!result.issues) return result.value as InferOutput<S>
  const field = result.issues.map(pathOf).find((path) => path !== '')
  throw new ArtooError('invalid_value', describeIssues(result.issues), field === undefined ? {} : { field })
}

const mostDescribed = 10

/** One line: the first ten issues with their paths, `items.0.name: expected string; value: …; and 3 more`. */
export function describeIssues(issues: readonly StandardSchemaV1.Issue[]): string {
  const described = issues.slice(0, mostDescribed).map((issue) => `${pathOf(issue) || 'value'}: ${issue.message}`)
  const more = issues.length - described.length
  return [...described, ...(more > 0 ? [`and ${more} more`] : [])].join('; ')
}

function pathOf(issue: StandardSchemaV1.Issue): string {
  return (issue.path ?? []).map((part) => String(typeof part === 'object' ? part.key : part)).join('.')
}
