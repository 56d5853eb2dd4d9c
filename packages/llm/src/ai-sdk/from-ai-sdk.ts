import { ArtooError, assertOptions, type LanguageModel, type ModelOptions, type ModelRequest } from '@artoo/spec'
import { textProtocol, worded } from '../text-protocol/text-protocol.js'
import { type AiSdkModel, type CallOptions, type CallResult, fieldsOf, type Part } from './ai-sdk-model.js'
import { promptOf } from './prompt.js'
import { assertUninterrupted, readStream } from './read-stream.js'
import { responseOf } from './response.js'
import { settingsFor } from './settings.js'

export interface FromAiSdkOptions {
  /** `text`: tools are put into words, for a model that can't call them. @defaultValue native */
  readonly toolCalls?: 'native' | 'text' | undefined
  /**
   * `text`: the output's schema is put into words. @defaultValue native, unless the model says that it doesn't support
   * it. Beside tools it is always put into words: several providers refuse both at once.
   */
  readonly structuredOutput?: 'native' | 'text' | undefined
}

const versions: readonly unknown[] = ['v2', 'v3', 'v4']
const ways: readonly (string | undefined)[] = ['native', 'text', undefined]

/**
 * A model of the AI SDK as artoo's `LanguageModel`. `createArtoo({ model })` does this itself; call it to say that a
 * model can't do something.
 *
 * @throws {ArtooError} `invalid_option` for what is no such model, or one of another version.
 */
export function fromAiSdk(model: AiSdkModel, options: FromAiSdkOptions = {}): LanguageModel {
  assertModel(model)
  assertOptions(options, ['toolCalls', 'structuredOutput'], { of: 'fromAiSdk' })
  for (const field of ['toolCalls', 'structuredOutput'] as const) {
    if (!ways.includes(options[field])) {
      throw new ArtooError('invalid_option', `${field} is 'native' or 'text'`, { field })
    }
  }
  const adapted = adapt(model, options.structuredOutput)
  return options.toolCalls === 'text' ? textProtocol(adapted, { tools: true, output: false }) : adapted
}

export function isAiSdkModel(value: unknown): value is AiSdkModel {
  return 'specificationVersion' in fieldsOf(value)
}

function assertModel(model: AiSdkModel): void {
  const { specificationVersion, provider, modelId, doGenerate, doStream } = fieldsOf(model)
  if (!versions.includes(specificationVersion)) {
    const message = `an AI SDK model of version v2, v3 or v4 is wanted (ai 5, 6 or 7), not ${String(specificationVersion)}`
    throw new ArtooError('invalid_option', message, { field: 'specificationVersion' })
  }
  for (const [field, name] of Object.entries({ provider, modelId })) {
    if (typeof name === 'string' && name !== '') continue
    throw new ArtooError('invalid_option', `the AI SDK model has no ${field}`, { field })
  }
  if (typeof doGenerate !== 'function' || typeof doStream !== 'function') {
    throw new ArtooError('invalid_option', 'the AI SDK model has no doGenerate or doStream', { field: 'model' })
  }
}

function adapt(model: AiSdkModel, structuredOutput: FromAiSdkOptions['structuredOutput']): LanguageModel {
  const id = `${familyOf(model)}/${model.modelId}`
  let streams = true
  // Some models say beforehand that they take no schema, others only when they got one.
  let takesSchema = structuredOutput
    ? structuredOutput === 'native'
    : fieldsOf(model).supportsStructuredOutputs !== false

  async function call(options: CallOptions, { signal, ...listeners }: ModelOptions): Promise<CallResult> {
    if (streams) {
      try {
        const { stream } = (await model.doStream(options as never)) as { readonly stream: ReadableStream<Part> }
        return await readStream(stream, { signal, ...listeners })
      } catch (error) {
        if (!isUnsupported(error)) throw error
        streams = false
      }
    }
    const result = fieldsOf(await model.doGenerate(options as never))
    const { content, finishReason, usage, warnings, response, structuredOutputText } = result
    assertUninterrupted(finishReason)
    return {
      content: Array.isArray(content) ? content : [],
      finishReason,
      usage,
      warnings: Array.isArray(warnings) ? warnings : [],
      responseId: fieldsOf(response).id,
      structuredOutputText,
    }
  }

  return {
    id,
    get streams() {
      return streams
    },
    async generate(request, options) {
      const outputInWords = !takesSchema || Boolean(request.tools?.length)
      const asked = worded(request, { tools: false, output: outputInWords })
      const result = await call(callOptions(model, id, asked, options.signal), options)
      if (asked.output && !structuredOutput && result.warnings.some(isAboutSchema)) takesSchema = false
      return responseOf(result, id)
    },
  }
}

function callOptions(model: AiSdkModel, id: string, request: ModelRequest, abortSignal: AbortSignal): CallOptions {
  const { messages, tools = [], toolChoice, output, maxOutputTokens } = request
  return {
    prompt: promptOf(messages, id),
    abortSignal,
    ...(maxOutputTokens !== undefined && { maxOutputTokens }),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, inputSchema }) => ({ type: 'function', name, description, inputSchema })),
      toolChoice: { type: toolChoice === 'none' && !losesTools(model) ? 'none' : 'auto' },
    }),
    ...(output && {
      responseFormat: { type: 'json', name: output.name, schema: output.schema },
    }),
    ...settingsFor(model, request, familyOf(model)),
  }
}

/** Whether the adapter drops the tools at the choice `none`, though its server wants them beside results. `generate` turns calls down then. */
const losesTools = ({ provider, modelId }: AiSdkModel) =>
  /anthropic|claude|bedrock|amazon/i.test(`${provider} ${modelId}`)

/** `openai` of `openai.responses`. */
function familyOf({ provider }: AiSdkModel): string {
  return provider.split('.')[0] || provider
}

/** True for the errors that providers, and the AI SDK's own mock models, throw for a missing feature. */
function isUnsupported(error: unknown): boolean {
  try {
    const { name, message } = fieldsOf(error)
    return name === 'AI_UnsupportedFunctionalityError' || message === 'Not implemented'
  } catch {
    // Its getters throw: no error of theirs.
    return false
  }
}

function isAboutSchema(warning: unknown): boolean {
  const { type, feature, setting } = fieldsOf(warning)
  return String(type).startsWith('unsupported') && (feature ?? setting) === 'responseFormat'
}
