import type { JsonSchema } from '@artoo/spec'

/** Limits that no sensible argument meets: who does is told when the plan is reviewed. */
const leftOut: ReadonlySet<string> = new Set([
  ...['$schema', 'additionalProperties', 'minLength', 'maxLength', 'minItems', 'maxItems', 'minimum', 'maximum'],
])

/** A JSON Schema as short as a planner needs it. */
export function briefSchema(schema: JsonSchema): JsonSchema {
  return Object.fromEntries(
    Object.entries(schema).flatMap(([key, value]) => {
      if (leftOut.has(key)) return []
      if (key === 'items' && isObject(value)) return [[key, briefSchema(value)]]
      if (key !== 'properties' || !isObject(value)) return [[key, value]]
      const fields = Object.entries(value).map(([name, part]) => [name, isObject(part) ? briefSchema(part) : part])
      return [[key, Object.fromEntries(fields)]]
    }),
  )
}

const isObject = (value: unknown): value is JsonSchema =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
