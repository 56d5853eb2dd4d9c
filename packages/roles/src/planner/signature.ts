import { isRecord, type JsonSchema } from '@artoo/spec'

/**
 * A JSON Schema as short as a planner needs it, in the style of TypeScript: `{ path: string, exists?: boolean }`.
 * Limits that no sensible value reaches are left out: a value that does is refused in the review of the plan.
 */
export function signature(schema: unknown): string {
  if (!isRecord(schema)) return 'any'
  const { enum: values, const: only, items, properties, required } = schema
  if (Array.isArray(values)) return values.map((value) => JSON.stringify(value)).join(' | ')
  if (only !== undefined) return JSON.stringify(only)
  if (isRecord(properties)) return fields(properties, Array.isArray(required) ? required : [])
  if (schema.type === 'array') return `${grouped(signature(items))}[]`
  const choices = schema.anyOf ?? schema.oneOf
  if (Array.isArray(choices)) return choices.map(signature).join(' | ')
  return typeof schema.type === 'string' ? schema.type : rest(schema)
}

function fields(properties: JsonSchema, required: readonly unknown[]): string {
  const parts = Object.entries(properties).map(([name, part]) => {
    const note = isRecord(part) && typeof part.description === 'string' ? ` (${part.description})` : ''
    return `${name}${required.includes(name) ? '' : '?'}: ${signature(part)}${note}`
  })
  return `{ ${parts.join(', ')} }`
}

const grouped = (type: string) => (type.includes(' | ') ? `(${type})` : type)

/** A schema without a short form, as JSON. */
function rest({ description: _, default: __, $schema: ___, ...schema }: JsonSchema): string {
  return Object.keys(schema).length === 0 ? 'any' : JSON.stringify(schema)
}
