import {
  ArtooError,
  assertOptions,
  type Check,
  type CheckContext,
  type CheckInput,
  type CheckVerdict,
  describeIssues,
  type InferOutput,
  type Schema,
  unheard,
} from '@artoo/spec'
import { definitionName } from '../definition-name.js'
import { assertBounded } from '../input-size.js'
import { assertKnownArguments, closeToUnknown } from '../named-arguments.js'
import { isSchema, objectSchemaOf } from '../object-schema.js'

export interface CheckDefinition<S extends Schema> {
  /** A letter, then up to 63 letters, digits, `_` or `-`. */
  readonly name: string
  /** The decision that the check makes, for the planner, which picks checks by it. */
  readonly description: string
  /**
   * Any Standard Schema whose JSON Schema is an object and which validates synchronously: a plan is reviewed by it.
   * Arguments that it doesn't name are refused.
   */
  readonly arguments: S
  /** Decides. To throw is to fail as `environmental`. */
  run(
    values: InferOutput<S>,
    seen: Pick<CheckInput, 'output' | 'toolCalls'>,
    context: CheckContext,
  ): CheckVerdict | Promise<CheckVerdict>
}

const names = ['name', 'description', 'arguments', 'run']

/** The names that other libraries use for the same options. */
const aliases = {
  input: 'arguments',
  parameters: 'arguments',
  argumentsSchema: 'arguments',
  schema: 'arguments',
  args: 'arguments',
  execute: 'run',
  check: 'run',
}

/**
 * Makes a check from a schema and a function.
 *
 * @throws {ArtooError} `invalid_check`, whose `field` is the option that is missing, wrong or unknown.
 */
export function defineCheck<S extends Schema>(definition: CheckDefinition<S>): Check {
  assertDefinition(definition)
  const { name, description, arguments: given } = definition
  const argumentsSchema = closeToUnknown(objectSchemaOf({ kind: 'check', name, field: 'arguments' }, given))
  const parse = (value: unknown): InferOutput<S> => {
    assertBounded(name, value)
    assertKnownArguments(name, argumentsSchema, value)
    return parsed(given, value, name)
  }
  return {
    name,
    description,
    // A copy, so that a caller can't change the schema that arguments are checked against.
    get argumentsSchema() {
      return structuredClone(argumentsSchema)
    },
    parse,
    run: ({ arguments: values, output, toolCalls }, context) =>
      definition.run(parse(values), { output, toolCalls }, context),
  }
}

function parsed<S extends Schema>(schema: S, value: unknown, name: string): InferOutput<S> {
  const result = schema['~standard'].validate(value)
  if (result instanceof Promise) {
    unheard(result)
    throw invalid('arguments', `the arguments of check ${name} must validate synchronously`)
  }
  if (!result.issues) return result.value as InferOutput<S>
  throw new ArtooError('invalid_value', describeIssues(result.issues))
}

function assertDefinition(definition: unknown): void {
  const options = assertOptions(definition, names, { of: 'defineCheck', aliases, code: 'invalid_check' })
  const name = definitionName('check', 'the planner', options)
  const { arguments: given, run } = options
  if (!isSchema(given)) {
    throw invalid('arguments', `check ${name} needs arguments that are a Standard Schema, such as z.object({ … })`)
  }
  if (typeof run !== 'function') throw invalid('run', `check ${name} needs a function run that decides`)
}

const invalid = (field: string, message: string) => new ArtooError('invalid_check', message, { field })
