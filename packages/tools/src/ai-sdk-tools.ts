import { ArtooError, assertOptions, type JsonSchema, type Schema, type Tool, type ToolContext } from '@artoo/spec'
import { defineTool, type ToolDefinition } from './define-tool.js'
import { isSchema } from './object-schema.js'
import { jsonSchema } from './schemas/json-schema.js'

/** A tool as the AI SDK's `tool()` returns it, of version 6 or newer. */
export interface AiSdkTool {
  readonly description?: unknown
  readonly inputSchema: unknown
  readonly needsApproval?: unknown
  readonly execute?: ((input: never, options: never) => unknown) | undefined
  toModelOutput?: ((options: never) => unknown) | undefined
}

/** The things that artoo wants to know of a tool and that the AI SDK has no word for. */
export type AiSdkToolOptions = Pick<
  ToolDefinition<Schema>,
  'effect' | 'idempotent' | 'maxOutputBytes' | 'target' | 'rules'
>

/**
 * Takes tools of the AI SDK as they are. `needsApproval` is read: a call that it names is asked about, whatever the effect; one
 * that it doesn't name is still asked about, unless an effect says that it does no harm. A tool that yields several results
 * gives the last, and tells the others as its progress.
 *
 * @param tools as `generateText` takes them: by name.
 * @param options by name: `effect`, `target`, `idempotent`, `maxOutputBytes`, `rules` as in `defineTool`.
 *
 * @example
 * createArtoo({ model, tools: aiSdkTools({ weather, refund }, { weather: { effect: 'read' } }) })
 *
 * @throws {ArtooError} `invalid_tool` for a tool that another place carries out (a provider, a browser) or whose schema can't be
 * read now; `invalid_option` for options of a name that isn't among the tools.
 */
export function aiSdkTools<const T extends Readonly<Record<string, AiSdkTool>>>(
  tools: T,
  options: { readonly [Name in keyof T]?: AiSdkToolOptions } = {},
): Tool[] {
  const named = assertOptions(options, Object.keys(tools), { of: 'aiSdkTools' })
  return Object.entries(tools).map(([name, tool]) => toolOf(name, tool, (named[name] ?? {}) as AiSdkToolOptions))
}

function toolOf(name: string, tool: AiSdkTool, options: AiSdkToolOptions): Tool {
  const { execute } = tool
  if (typeof execute !== 'function') {
    const message = `tool ${name} has no execute: tools that a provider or a browser carries out can't be used`
    throw new ArtooError('invalid_tool', message, { field: 'execute' })
  }
  assertOptions(options, optionNames, { of: `aiSdkTools: ${name}`, code: 'invalid_tool' })
  return defineTool({
    ...options,
    name,
    description: tool.description as string,
    input: schemaOf(name, tool.inputSchema),
    effect: options.effect && withApproval(tool, options.effect),
    async execute(input, context) {
      const output = await lastOf(execute.call(tool, input as never, optionsOf(context) as never), context)
      return forModel(name, tool, { input, output, toolCallId: context.callId })
    },
  }) as Tool
}

const optionNames = ['effect', 'target', 'idempotent', 'maxOutputBytes', 'rules']

const optionsOf = ({ callId, signal, context }: Pick<ToolContext, 'callId' | 'signal' | 'context'>) => ({
  ...{ toolCallId: callId, messages: [], abortSignal: signal },
  ...{ experimental_context: context, context },
})

type GivenEffect = NonNullable<AiSdkToolOptions['effect']>

/** The declared effect, but irreversible for a call that needs approval. */
function withApproval({ needsApproval }: AiSdkTool, effect: GivenEffect): GivenEffect {
  if (needsApproval === undefined || needsApproval === false) return effect
  return async (input, context) => {
    const asks = typeof needsApproval === 'function' ? await needsApproval(input, approvalOptions(context)) : true
    if (asks) return 'irreversible'
    return typeof effect === 'function' ? effect(input, context) : effect
  }
}

const approvalOptions = ({ context }: { readonly context: unknown }) => ({
  ...{ toolCallId: '', messages: [] },
  ...{ experimental_context: context, context },
})

/** The one schema that can both describe itself and check a value. */
function schemaOf(name: string, given: unknown): Schema {
  const schema = typeof given === 'function' && !isSchema(given) ? given() : given
  if (isSchema(schema)) return schema
  if (typeof schema !== 'object' || schema === null || !('jsonSchema' in schema)) {
    throw invalidInput(`tool ${name} needs an inputSchema`)
  }
  const { jsonSchema: described, validate } = schema as DescribedSchema
  if (typeof described !== 'object' || described === null || 'then' in described) {
    throw invalidInput(`the inputSchema of tool ${name} must be there when the tool is given, not a promise of it`)
  }
  const own = jsonSchema(described as JsonSchema)
  if (!validate) return own
  return { '~standard': { ...own['~standard'], validate: async (value) => issuesOf(await validate(value)) } }
}

/** A schema of the AI SDK's `jsonSchema()` or `zodSchema()`. */
interface DescribedSchema {
  readonly jsonSchema: unknown
  validate?(value: unknown): Validated | PromiseLike<Validated>
}

type Validated =
  | { readonly success: true; readonly value: unknown }
  | { readonly success: false; readonly error: Error }

const issuesOf = (validated: Validated) =>
  validated.success ? { value: validated.value } : { issues: [{ message: validated.error.message }] }

const invalidInput = (message: string) => new ArtooError('invalid_tool', message, { field: 'inputSchema' })

async function lastOf(result: unknown, { signal, onProgress }: ToolContext): Promise<unknown> {
  if (typeof result !== 'object' || result === null || !(Symbol.asyncIterator in result)) return result
  let last: unknown
  for await (const each of result as AsyncIterable<unknown>) {
    // To throw tells the tool that no further result is wanted.
    signal.throwIfAborted()
    last = each
    onProgress({ output: asText(each) })
  }
  return last
}

function asText(result: unknown): string | undefined {
  try {
    return typeof result === 'string' ? result : JSON.stringify(result)
  } catch {
    return undefined
  }
}

interface ToolOutput {
  readonly toolCallId: string
  readonly input: unknown
  readonly output: unknown
}

/** The output as the tool's `toModelOutput` gives it, if there is one. */
async function forModel(name: string, tool: AiSdkTool, result: ToolOutput): Promise<unknown> {
  if (!tool.toModelOutput) return result.output
  const { type, value, reason } = (await tool.toModelOutput(result as never)) as ModelOutput
  if (type === 'text' || type === 'json') return value
  if (type === 'error-text') throw new Error(String(value))
  if (type === 'error-json') throw new Error(JSON.stringify(value))
  if (type === 'execution-denied') throw new Error(String(reason ?? `${name} denied the call`))
  const parts = type === 'content' && Array.isArray(value) ? (value as readonly ContentPart[]) : []
  if (parts.length > 0 && parts.every((part) => part.type === 'text')) return parts.map(({ text }) => text).join('\n')
  const message = `toModelOutput of tool ${name} gives ${String(type)} that isn't text: models are shown text and JSON alone`
  throw new ArtooError('invalid_result', message, { field: 'toModelOutput' })
}

interface ModelOutput {
  readonly type: unknown
  readonly value?: unknown
  readonly reason?: unknown
}

interface ContentPart {
  readonly type: unknown
  readonly text?: unknown
}
