import { ArtooError, type LanguageModel } from '@artoo/spec'
import type { AiSdkModel } from './ai-sdk/ai-sdk-model.js'
import { fromAiSdk } from './ai-sdk/from-ai-sdk.js'

export interface ModelsFromEnvironment {
  readonly brain: LanguageModel
  readonly tool: LanguageModel
}

type Environment = Readonly<Record<string, string | undefined>>

/** The variables that each tier reads, in order of precedence (paper, section 11.2). */
const variables = {
  brain: {
    model: ['BRAIN_MODEL', 'ARTOO_MODEL'],
    apiKey: ['BRAIN_API_KEY', 'OPENAI_API_KEY'],
    url: ['BRAIN_BASE_URL', 'OPENAI_BASE_URL'],
  },
  tool: {
    model: ['TOOL_MODEL', 'ARTOO_MODEL'],
    apiKey: ['TOOL_API_KEY', 'OPENAI_API_KEY'],
    url: ['TOOL_BASE_URL', 'OPENAI_BASE_URL'],
  },
} as const

const openAi = 'https://api.openai.com/v1'

/** Whether any variable that `modelsFromEnvironment` reads names a model. */
export function hasModelsInEnvironment(environment: Environment): boolean {
  return Object.values(variables).some(({ model }) => settingIn(environment, model) !== undefined)
}

/**
 * The two tiers' models from `OPENAI_API_KEY`, `OPENAI_BASE_URL` (default: OpenAI's) and `ARTOO_MODEL`, with `BRAIN_*` and
 * `TOOL_*` (`_MODEL`, `_API_KEY`, `_BASE_URL`) over them; a tier with an address of its own has a key of its own or none. Any server that speaks OpenAI's chat completions will do. Needs
 * the package `@ai-sdk/openai-compatible`.
 *
 * @throws {ArtooError} `missing_environment` or `invalid_environment` with the variable as `field`; `missing_package`.
 */
export async function modelsFromEnvironment(environment: Environment): Promise<ModelsFromEnvironment> {
  if (typeof environment !== 'object' || environment === null) {
    throw new ArtooError('invalid_option', 'modelsFromEnvironment takes the environment: give process.env', {
      field: 'environment',
    })
  }
  const settings = { brain: settingsOf('brain', environment), tool: settingsOf('tool', environment) }
  const create = await openAiCompatible()
  const { brain, tool } = settings
  return { brain: fromAiSdk(create(brain)), tool: fromAiSdk(create(tool)) }
}

interface Settings {
  readonly modelId: string
  readonly apiKey: string | undefined
  readonly baseURL: string
}

function settingsOf(tier: keyof typeof variables, environment: Environment): Settings {
  const { model, apiKey: keyNames, url } = variables[tier]
  const modelId = settingIn(environment, model)
  if (modelId === undefined) throw missing(model, `no model is named for the ${tier} tier`)
  const baseURL = addressIn(environment, url)
  const [ownKey] = keyNames
  // The shared key is for the shared address: another server shall not see it.
  const apiKey = settingIn(environment, settingIn(environment, [url[0]]) ? [ownKey] : keyNames)
  // A local server may want no key.
  if (apiKey === undefined && isOpenAi(baseURL)) throw missing(keyNames, `OpenAI wants a key for ${modelId}`)
  return { modelId, apiKey, baseURL }
}

/** Spelt as a URL is spelt, without a slash at its end. */
function addressIn(environment: Environment, names: readonly [own: string, shared: string]): string {
  const address = settingIn(environment, names) ?? openAi
  const { protocol, href } = URL.canParse(address) ? new URL(address) : { protocol: '', href: '' }
  if (protocol === 'https:' || protocol === 'http:') return href.replace(/\/+$/, '')
  const field = names.find((name) => settingIn(environment, [name])) ?? names[1]
  // The value isn't told: it may be a key in the wrong place.
  throw new ArtooError('invalid_environment', `${field} is no http address`, { field })
}

const isOpenAi = (baseURL: string) => new URL(baseURL).hostname === new URL(openAi).hostname

function settingIn(environment: Environment, names: readonly string[]): string | undefined {
  return names.map((name) => environment[name]?.trim()).find(Boolean)
}

function missing(names: readonly string[], why: string): ArtooError {
  const [own, shared = ''] = names
  return new ArtooError('missing_environment', `${why}: set ${shared} (or ${own})`, { field: shared })
}

async function openAiCompatible(): Promise<(settings: Settings) => AiSdkModel> {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible').catch((cause: unknown) => {
    const message = 'modelsFromEnvironment needs a package that is not there: npm install @ai-sdk/openai-compatible'
    throw new ArtooError('missing_package', message, { field: '@ai-sdk/openai-compatible', cause })
  })
  return ({ modelId, apiKey, baseURL }) =>
    createOpenAICompatible({
      name: nameOf(baseURL),
      baseURL,
      includeUsage: true,
      ...(apiKey !== undefined && { apiKey }),
      // Other servers may refuse a schema, and know the limit by its older name only.
      ...(isOpenAi(baseURL) && { supportsStructuredOutputs: true, transformRequestBody: withNewLimit }),
    })(modelId)
}

/** For the log: `openai`, `localhost`, `api-deepseek-com`. */
function nameOf(baseURL: string): string {
  return isOpenAi(baseURL) ? 'openai' : new URL(baseURL).hostname.replaceAll('.', '-')
}

function withNewLimit({ max_tokens, ...body }: Record<string, unknown>): Record<string, unknown> {
  return max_tokens === undefined ? body : { ...body, max_completion_tokens: max_tokens }
}
