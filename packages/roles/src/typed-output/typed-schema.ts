import { type JsonSchema, jsonSchemaOf, type Schema } from '@artoo/spec'
import { outputs } from '../messages/outputs.js'
import type { Shape } from './shape.js'

type Fields = Readonly<Record<string, unknown>>

/** The outputs that contain the answer, and the field that holds it; where it isn't always due it may be null. */
const typed = {
  typed_plan: {
    field: 'answer',
    isDue: ({ answer }: Fields) => answer !== null && answer !== undefined,
    isAlways: false,
  },
  typed_execution: {
    field: 'output',
    isDue: ({ status }: Fields) => status !== 'failed' && status !== 'needs',
    isAlways: false,
  },
  typed_verification: { field: 'output', isDue: () => true, isAlways: true },
} as const

/**
 * An output of such a name whose answer has to fit the shape; undefined for any other. To its reader the answer is the JSON text of what the
 * model wrote: what a schema makes of that need not be plain data.
 */
export function typedSchema(name: string, shape: Shape): Schema | undefined {
  if (!Object.hasOwn(typed, name)) return undefined
  const { field, isDue, isAlways } = typed[name as keyof typeof typed]
  const base: Schema = outputs[name as keyof typeof typed]
  const description = withShape(jsonSchemaOf(base), { field, isAlways }, shape.jsonSchema)
  return {
    '~standard': {
      version: 1,
      vendor: 'artoo',
      jsonSchema: { input: () => description, output: () => description },
      async validate(value) {
        const given = (typeof value === 'object' && value !== null ? value : {}) as Fields
        const isGiven = isDue(given)
        const text = isGiven ? JSON.stringify(given[field] ?? null) : reported(given[field])
        const whole = await base['~standard'].validate({
          ...given,
          [field]: field === 'answer' && !isGiven ? null : text,
        })
        if (whole.issues || !isGiven) return whole
        const { issues } = await shape.schema['~standard'].validate(given[field])
        if (!issues) return whole
        return { issues: issues.map((issue) => ({ ...issue, path: [field, ...(issue.path ?? [])] })) }
      },
    },
  }
}

/** The report on failed work, which may be a text in the place of data. */
function reported(given: unknown): string {
  if (given === null || given === undefined) return ''
  return typeof given === 'string' ? given : JSON.stringify(given)
}

/** The schema with the shape in the place of the field's text. */
function withShape(
  base: JsonSchema,
  { field, isAlways }: { readonly field: string; readonly isAlways: boolean },
  { $id: _, ...shape }: JsonSchema,
): JsonSchema {
  const place = `#/properties/${field}${isAlways ? '' : '/anyOf/0'}`
  const moved = JSON.parse(JSON.stringify(shape), (key, value) =>
    key === '$ref' && typeof value === 'string' && value.startsWith('#') ? place + value.slice(1) : value,
  )
  const properties = base.properties as Fields
  return { ...base, properties: { ...properties, [field]: isAlways ? moved : { anyOf: [moved, { type: 'null' }] } } }
}
