import {
  ArtooError,
  type InferOutput,
  type Irreversible,
  type JsonSchema,
  jsonSchemaOf,
  type Schema,
  type Tool,
  type ToolContext,
  validate,
} from '@artoo/spec'

export interface ToolDefinition<S extends Schema> {
  /** A letter, then up to 63 letters, digits, `_` or `-`: what every provider accepts. */
  readonly name: string
  /** What the tool does and when to use it, for the model. */
  readonly description: string
  /** Any Standard Schema whose JSON Schema is an object. */
  readonly input: S
  /**
   * What a call acts on: the unit that is blocked and remembered.
   *
   * @defaultValue `() => null`
   */
  target?(input: InferOutput<S>): string | null
  /**
   * The Law 1 gate (paper section 9): what would happen and why it can't be undone, or null when the call is safe.
   *
   * @defaultValue `() => null`
   */
  irreversible?(
    input: InferOutput<S>,
    context: Pick<ToolContext, 'signal'>,
  ): Irreversible | null | Promise<Irreversible | null>
  /** Does the work. Throws to fail; an `ArtooError`'s code becomes the outcome's code. */
  execute(input: InferOutput<S>, context: ToolContext): unknown
}

const namePattern = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/

/**
 * Makes a tool from a schema and a function.
 *
 * @throws {ArtooError} `invalid_tool`, whose `field` is `name`, `description` or `input`.
 */
export function defineTool<S extends Schema>(definition: ToolDefinition<S>): Tool<InferOutput<S>> {
  const { name, description, input } = definition
  if (!namePattern.test(name)) {
    throw new ArtooError('invalid_tool', `tool name ${JSON.stringify(name)} must match ${namePattern}`, {
      field: 'name',
    })
  }
  if (description.trim() === '') {
    throw new ArtooError('invalid_tool', `tool ${name} needs a description: a model picks it by that`, {
      field: 'description',
    })
  }
  return {
    name,
    description,
    inputSchema: objectSchemaOf(name, input),
    parse: (value) => validate(input, value),
    target: (value) => definition.target?.(value) ?? null,
    irreversible: async (value, context) => (await definition.irreversible?.(value, context)) ?? null,
    execute: async (value, context) => definition.execute(value, context),
  }
}

function objectSchemaOf(name: string, input: Schema): JsonSchema {
  let schema: JsonSchema
  try {
    schema = jsonSchemaOf(input)
  } catch (cause) {
    throw new ArtooError('invalid_tool', `the input of tool ${name} gives no JSON Schema; use one that does`, {
      field: 'input',
      cause,
    })
  }
  if (schema.type !== 'object') {
    throw new ArtooError('invalid_tool', `the input of tool ${name} must be an object with named fields`, {
      field: 'input',
    })
  }
  return schema
}
