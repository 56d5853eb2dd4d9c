import { contract } from '@artoo/bus'
import {
  type InferOutput,
  isObject,
  type Json,
  type Message,
  type ModelResponse,
  type Schema,
  type ToolCall,
} from '@artoo/spec'
import * as z from 'zod'
import { routesFrom, routesTo } from '../../routes.js'

/** The structured texts that a system asks models for, by name. */
export type Outputs = Readonly<Record<string, Schema>>

const toolCall = z.custom<ToolCall>(isObject).meta({ title: 'ToolCall' })
const message = z.custom<Message>((value) => isObject(value) && 'role' in value).meta({ title: 'Message' })

const modelRequest = z
  .object({
    key: z.string(),
    output: z.string(),
    /** The new messages: the service keeps the earlier ones, and the model's replies. */
    messages: z.array(message).min(1),
    /** True to continue the last conversation of this key; false to begin a new one. */
    continues: z.boolean(),
    tools: z.array(z.string()),
    /** The field of the output whose text the user reads while it is written; empty for an output that is plain text. */
    answer: z.string().optional(),
    /**
     * The tool that shows a result again by the id of its call, named where a result is left out to save room. `besides`: tools whose
     * results it does not have.
     */
    recall: z.object({ tool: z.string(), besides: z.array(z.string()) }).optional(),
    /** Characters to which the conversation is cut, as far as results of tools go; the limit holds in any case. */
    aim: z.number().int().optional(),
  })
  .describe('Asks for structured output. `key` comes back with the answer and names the conversation.')

const modelReply = z
  .discriminatedUnion('kind', [
    z.object({ kind: z.literal('value'), key: z.string(), output: z.string(), value: z.unknown() }),
    z.object({
      kind: z.literal('tool_calls'),
      key: z.string(),
      output: z.string(),
      toolCalls: z.array(toolCall),
      /** The words beside the calls, shortened. */
      text: z.string().optional(),
    }),
  ])
  .describe(
    "The model's answer. The ids of tool calls are the runtime's: unique in the run, and of a form that every provider takes.",
  )

const modelFailure = z
  .object({
    key: z.string(),
    code: z.string(),
    message: z.string(),
    infrastructure: z.boolean().default(false),
  })
  .describe("The request has no answer. `infrastructure`: the provider failed, and nobody's work is to blame.")

const conversationCut = z
  .object({
    role: z.string(),
    key: z.string(),
    /** `limits.conversationCharacters`. */
    room: z.number().int(),
    /** Messages that were shortened. */
    shortened: z.number().int(),
    /** Characters of the conversation before the cut, and after it. */
    characters: z.number().int(),
    left: z.number().int(),
  })
  .describe(
    'A conversation had no more room: its oldest parts were left out, results of tools first. What the model was shown follows from `room`, the requests and all that was said.',
  )

const count = z.number().optional()
const failedCall = z.object({ code: z.string(), message: z.string(), status: z.number().nullable() })

const modelRetry = failedCall
  .extend({
    role: z.string(),
    key: z.string(),
    modelId: z.string(),
    /** 1 for the first. */
    attempt: z.number().int(),
    delayMs: z.number(),
  })
  .describe('A call that failed will be made again after a wait.')

const modelFallback = failedCall
  .extend({
    role: z.string(),
    key: z.string(),
    /** The id of the model that is down. */
    from: z.string(),
    /** The id of the one that is asked in its place: until the run ends, or goes on in another process. */
    to: z.string(),
  })
  .describe('A model is down, and its retries are used up: another one is asked.')

const modelCall = z
  .object({
    role: z.string(),
    key: z.string(),
    modelId: z.string(),
    output: z.string(),
    /** Messages that a repair round, or `onModelCall.before`, added to the requested ones. */
    added: z.array(message),
    durationMs: z.number(),
    /**
     * The usage that the call is billed with. `estimated`: the provider gave no usage, or an invalid one, as for a call
     * that was cut off.
     */
    usage: z.object({
      inputTokens: z.number(),
      outputTokens: z.number(),
      cachedInputTokens: count,
      reasoningTokens: count,
      estimated: z.boolean().optional(),
      /** Invalid counts from the provider, such as `inputTokens: NaN`. */
      unusable: z.array(z.string()).readonly().optional(),
      raw: z.custom<Json>().optional(),
    }),
    /** In the currency of the host's prices; null without a price. */
    cost: z.number().nullable(),
    response: z.custom<ModelResponse>().meta({ title: 'ModelResponse' }).nullable(),
    error: failedCall.nullable(),
  })
  .describe(
    'One call to a model, repair rounds and failures included: what the log, the usage counts and the traces are made of.',
  )

type NameOf<O extends Outputs> = keyof O & string

/** A request, typed by the outputs that there are. */
export type ModelRequestOf<O extends Outputs> = Omit<z.infer<typeof modelRequest>, 'output'> & {
  readonly output: NameOf<O>
}

/** A reply: its `output` determines the type of its `value`, which fits the schema of that name. */
export type ModelReplyOf<O extends Outputs> =
  | {
      [N in NameOf<O>]: {
        readonly kind: 'value'
        readonly key: string
        readonly output: N
        readonly value: InferOutput<O[N]>
      }
    }[NameOf<O>]
  | (Omit<Extract<z.infer<typeof modelReply>, { kind: 'tool_calls' }>, 'output'> & { readonly output: NameOf<O> })

/**
 * The messages between `actors` and the models, typed by the outputs that they may ask for. `bills` is the actor that
 * receives every call; the model effect needs the same name.
 */
export function modelContracts<
  const O extends Outputs,
  const Actor extends string,
  const Accountant extends string = 'log',
>(_outputs: O, actors: readonly Actor[], bills: Accountant = 'log' as Accountant) {
  const asking = routesFrom(actors, 'model')
  const answering = routesTo('model', actors)
  return {
    ModelRequest: contract(modelRequest as unknown as z.ZodType<ModelRequestOf<O>, ModelRequestOf<O>>, asking),
    ModelReply: contract(modelReply as unknown as z.ZodType<ModelReplyOf<O>, ModelReplyOf<O>>, answering),
    ModelFailure: contract(modelFailure, answering),
    ModelRetry: contract(modelRetry, [['model', 'log']]),
    ModelFallback: contract(modelFallback, [['model', 'log']]),
    ModelCall: contract(modelCall, [['model', bills]]),
    ConversationCut: contract(conversationCut, [['model', 'log']]),
  } as const
}

export type ModelContracts<O extends Outputs, Actor extends string, Accountant extends string = 'log'> = ReturnType<
  typeof modelContracts<O, Actor, Accountant>
>
