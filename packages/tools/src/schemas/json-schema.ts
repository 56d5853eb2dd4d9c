import { ArtooError, errorMessage, type JsonSchema, type Schema } from '@artoo/spec'
import { type OutputUnit, type SchemaDraft, Validator } from '@cfworker/json-schema'

/**
 * A Standard Schema of a JSON Schema, for inputs that are described in data: by an MCP server, an OpenAPI document, a database.
 * Values pass as they are; `default` fills nothing in. The dialect is that of `$schema`, or else draft 2020-12.
 *
 * @example
 * defineTool({ name: 'price', description: 'Price of an article', input: jsonSchema<{ sku: string }>(described), execute })
 *
 * @throws {ArtooError} `invalid_schema` for a schema that can't be read.
 */
export function jsonSchema<T = Readonly<Record<string, unknown>>>(schema: JsonSchema): Schema<T> {
  const misfits = misfitsWith(schema)
  return {
    '~standard': {
      version: 1,
      vendor: 'json-schema',
      validate(value) {
        const issues = misfits(value).map(({ path, message }) => ({ path, message }))
        return issues.length === 0 ? { value: value as T } : { issues }
      },
      jsonSchema: { input: () => schema, output: () => schema },
    },
  }
}

/** Returns the reasons why values don't fit a JSON Schema, in one line that a model can act on; null when they do. */
export type SchemaReview = (values: unknown) => string | null

/**
 * The review of values by a JSON Schema.
 *
 * @throws {ArtooError} `invalid_schema` for a schema that can't be read.
 */
export function jsonSchemaReview(schema: JsonSchema): SchemaReview {
  const misfits = misfitsWith(schema)
  return (values) => {
    const found = misfits(values)
    if (found.length === 0) return null
    return found
      .slice(0, mostDescribed)
      .map(({ path, message }) => `${path.join('/') || 'value'}: ${message}`)
      .join(' ')
  }
}

const mostDescribed = 5

interface Misfit {
  readonly path: readonly string[]
  readonly message: string
}

function misfitsWith(schema: JsonSchema): (value: unknown) => readonly Misfit[] {
  return usable(() => {
    // The validator writes into the schema that it is given.
    const validator = new Validator(JSON.parse(JSON.stringify(schema)), draftOf(schema), false)
    const misfits = (value: unknown) => {
      const { valid, errors } = validator.validate(value)
      return valid ? [] : innermost(errors).map(misfitOf)
    }
    // References are resolved at the first use; a pattern that is no regular expression is found when a value meets it.
    misfits({})
    return (value) => usable(() => misfits(value))
  })
}

function usable<T>(act: () => T): T {
  try {
    return act()
  } catch (cause) {
    throw new ArtooError('invalid_schema', `the JSON Schema can't be used: ${errorMessage(cause)}`, { cause })
  }
}

const drafts: readonly (readonly [RegExp, SchemaDraft])[] = [
  [/draft-04/, '4'],
  [/draft-0[67]/, '7'],
  [/2019-09/, '2019-09'],
]

const draftOf = ({ $schema }: JsonSchema): SchemaDraft =>
  drafts.find(([name]) => name.test(String($schema)))?.[1] ?? '2020-12'

/** Keywords whose error only points to another one inside, or repeats one. */
const outer: ReadonlySet<string> = new Set(['$ref', 'properties', 'items', 'prefixItems', 'false'])

function innermost(errors: readonly OutputUnit[]): readonly OutputUnit[] {
  const inner = errors.filter(({ keyword }) => !outer.has(keyword))
  return inner.length > 0 ? inner : errors
}

const misfitOf = ({ instanceLocation, error }: OutputUnit): Misfit => ({
  path: instanceLocation.split('/').slice(1).map(unescaped),
  message: error,
})

/** A step of a JSON pointer as the name that it stands for. */
const unescaped = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~')
