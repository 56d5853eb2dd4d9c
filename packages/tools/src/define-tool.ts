import {
  type Effect,
  type EffectKind,
  type FileHistory,
  type InferOutput,
  type RuleReader,
  type Schema,
  type Tool,
  type ToolContext,
  unheard,
  validate,
} from '@artoo/spec'
import { checkDefinition } from './check-definition.js'
import { effectOf, undeclaredEffect } from './effect.js'
import { assertKnownArguments, closeToUnknown } from './named-arguments.js'
import { objectSchemaOf } from './object-schema.js'
import { rulesWithoutTarget } from './permissions/text-rules.js'
import { toolContext } from './tool-context.js'

export interface ToolDefinition<S extends Schema> {
  /** A letter, then up to 63 letters, digits, `_` or `-`: what every provider accepts. */
  readonly name: string
  /** The purpose of the tool and when to use it, for the model. */
  readonly description: string
  /**
   * Any Standard Schema whose JSON Schema is an object. Arguments that it doesn't name are refused, unless it says that
   * it takes others (`z.looseObject`, `z.record`).
   */
  readonly input: S
  /**
   * The thing that a call acts on: the unit that is blocked and remembered, so spell one thing in one way.
   *
   * @defaultValue `() => null`
   */
  target?(input: InferOutput<S>): string | null
  /**
   * The effect of a call on the world, for the Law 1 gate (paper section 9): the same for every call, or a function of
   * the input. Only `read` and `repeatable` calls run unasked. A function that returns anything but an effect fails the
   * call with `invalid_effect`.
   *
   * @defaultValue `'irreversible'`: calls of a tool without an effect are asked about
   */
  readonly effect?:
    | EffectKind
    | ((input: InferOutput<S>, context: EffectContext) => EffectKind | Effect | Promise<EffectKind | Effect>)
    | undefined
  /**
   * The most bytes of a result, in UTF-8, from 64 to 65,536; a longer one is cut to head and tail. For a tool that
   * bounds its results itself and reports the part that it left out.
   *
   * @defaultValue 4_096
   */
  readonly maxOutputBytes?: number | undefined
  /**
   * The folder that calls can reach, if there is one: no journal, memory or audit log may lie in it.
   *
   * @defaultValue none
   */
  readonly root?: string | undefined
  /**
   * True for a tool that passes `idempotencyKey` of its context to the service that does the work, so that a second
   * call under one key changes nothing. An irreversible call that was allowed, and that a crash left without a result,
   * is then made again without a question.
   *
   * @defaultValue false
   */
  readonly idempotent?: boolean | undefined
  /**
   * The comparison of patterns of permission rules with a call.
   *
   * @defaultValue text with `*` for any characters, compared with the target; without a `target` only rules for the whole tool
   */
  readonly rules?: RuleReader<InferOutput<S>> | undefined
  /** The file history that `execute` writes to. @defaultValue none */
  readonly history?: FileHistory | undefined
  /**
   * Does the work. Throws to fail; an `ArtooError`'s code becomes the outcome's code. Returns a string or plain JSON
   * data; anything else fails the call with `invalid_result`, and so do bytes as base64: write them to a file and return its path.
   */
  execute(input: InferOutput<S>, context: ToolContext): unknown
}

type EffectContext = Pick<ToolContext, 'signal' | 'taskId' | 'context'>

/**
 * Makes a tool from a schema and a function.
 *
 * @throws {ArtooError} `invalid_tool`, whose `field` is the option that is missing, wrong or unknown.
 */
export function defineTool<S extends Schema>(definition: ToolDefinition<S>): Tool<InferOutput<S>> {
  checkDefinition(definition)
  const {
    name,
    description,
    input,
    maxOutputBytes,
    root,
    idempotent,
    rules = definition.target ? undefined : rulesWithoutTarget(definition.name),
    history,
    effect = 'irreversible',
  } = definition
  const inputSchema = closeToUnknown(objectSchemaOf({ kind: 'tool', name, field: 'input' }, input))
  const target = (value: InferOutput<S>) => {
    const given = definition.target?.(value) ?? null
    unheard(given)
    return given
  }
  return {
    name,
    description,
    // A copy, so that a caller can't change the schema that arguments are checked against.
    get inputSchema() {
      return structuredClone(inputSchema)
    },
    async parse(value) {
      assertKnownArguments(name, inputSchema, value)
      return validate(input, value)
    },
    target,
    declaredEffect: typeof effect === 'function' ? 'by_input' : effect,
    ...(maxOutputBytes !== undefined && { maxOutputBytes }),
    ...(root !== undefined && { root }),
    ...(idempotent !== undefined && { idempotent }),
    ...(rules !== undefined && { rules }),
    ...(history !== undefined && { history }),
    async effect(value, context) {
      const call = { tool: name, target: target(value) }
      if (definition.effect === undefined) return undeclaredEffect(call)
      const { effect } = definition
      return effectOf(typeof effect === 'function' ? await effect.call(definition, value, context) : effect, call)
    },
    execute: async (value, context) => definition.execute(value, toolContext(context)),
  }
}
