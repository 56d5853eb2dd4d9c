import { ArtooError, type JsonSchema, suggestion } from '@artoo/spec'

/** With one of these beside `properties`, further names may be allowed elsewhere. */
const namesElsewhere = [
  '$dynamicRef',
  '$ref',
  'allOf',
  'anyOf',
  'dependentSchemas',
  'if',
  'oneOf',
  'patternProperties',
  'unevaluatedProperties',
]

/**
 * The same schema, saying that it takes no argument but the ones it names. Validators drop unknown keys in silence, and
 * a model whose misspelt argument is dropped is answered as if it had not given it. A schema that is open on purpose
 * (`z.looseObject`, `z.record`, a catch-all) or names nothing stays as it is.
 */
export function closeToUnknown(schema: JsonSchema): JsonSchema {
  const { properties, additionalProperties } = schema
  const isOpen = properties === undefined || additionalProperties !== undefined
  return isOpen || namesElsewhere.some((key) => key in schema) ? schema : { ...schema, additionalProperties: false }
}

/**
 * Refuses arguments that a closed schema doesn't name.
 *
 * @throws {ArtooError} `invalid_value`, whose message has the nearest right names and whose `field` is the first of them.
 */
export function assertKnownArguments(tool: string, schema: JsonSchema, value: unknown): void {
  if (schema.additionalProperties !== false || 'patternProperties' in schema) return
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return
  const properties = schema.properties ?? {}
  const unknown = Object.keys(value).filter((name) => !Object.hasOwn(properties, name))
  const [field] = unknown
  if (field === undefined) return
  const known = Object.keys(properties)
  const refusals = unknown.slice(0, 3).map((name) => {
    const start = name.slice(0, 80)
    const nearest = known.length === 0 ? ' nor any other' : suggestion(start, known)
    return `${tool} takes no argument ${JSON.stringify(start)}${nearest}`
  })
  throw new ArtooError('invalid_value', refusals.join('; '), { field })
}
