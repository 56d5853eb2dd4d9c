import { ArtooError, isRecord, type JsonSchema, suggestion } from '@artoo/spec'

/** Keywords beside `properties` that may allow further names. */
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
 * The same schema, saying at every level that it takes no argument but the ones it names. Validators drop unknown keys in
 * silence, and a model whose misspelt argument is dropped is answered as if it had not given it. A schema that is open on
 * purpose (`z.looseObject`, `z.record`, a catch-all) or names nothing stays as it is.
 */
export function closeToUnknown(schema: JsonSchema): JsonSchema {
  if (namesElsewhere.some((key) => key in schema)) return schema
  const { properties, additionalProperties, items } = schema
  const closed = isRecord(items) ? { ...schema, items: closeToUnknown(items) } : schema
  if (!isRecord(properties)) return closed
  const fields = Object.entries(properties).map(([name, part]) => [name, isRecord(part) ? closeToUnknown(part) : part])
  // An own property for every name, `__proto__` included.
  const inner = { ...closed, properties: Object.fromEntries(fields) }
  return additionalProperties === undefined ? { ...inner, additionalProperties: false } : inner
}

/**
 * Refuses arguments that a closed schema doesn't name, at any level.
 *
 * @throws {ArtooError} `invalid_value`, whose message has the nearest right names and whose `field` is the first of them.
 */
export function assertKnownArguments(tool: string, schema: JsonSchema, value: unknown): void {
  const unknown: Unknown[] = []
  for (const found of unknownIn(schema, value, [])) if (unknown.push(found) === 3) break
  const [first] = unknown
  if (!first) return
  const refusals = unknown.map(({ path, known }) => {
    const nearest = known.length === 0 ? ' nor any other' : suggestion(path.at(-1) ?? '', known)
    return `${tool} takes no argument ${JSON.stringify(path.join('.').slice(0, 80))}${nearest}`
  })
  throw new ArtooError('invalid_value', refusals.join('; '), { field: first.path.join('.') })
}

interface Unknown {
  readonly path: readonly string[]
  /** The names that the schema has at that level. */
  readonly known: readonly string[]
}

/** Yields the arguments that a schema doesn't name, no deeper than the schema goes. */
function* unknownIn(schema: JsonSchema, value: unknown, path: readonly string[]): Generator<Unknown> {
  if (typeof value !== 'object' || value === null) return
  const { properties, additionalProperties, items } = schema
  if (Array.isArray(value)) {
    if (isRecord(items))
      for (const [index, item] of value.entries()) yield* unknownIn(items, item, [...path, `${index}`])
    return
  }
  const named = isRecord(properties) ? properties : {}
  for (const name of Object.keys(value)) {
    const known = Object.hasOwn(named, name) ? named[name] : undefined
    if (isRecord(known)) yield* unknownIn(known, (value as Readonly<Record<string, unknown>>)[name], [...path, name])
    else if (known === undefined && additionalProperties === false && !('patternProperties' in schema)) {
      yield { path: [...path, name], known: Object.keys(named) }
    }
  }
}
