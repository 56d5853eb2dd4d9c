import { fromAiSdk } from '@artoo/llm'
import { modelsFromEnvironment } from '@artoo/llm/environment'
import { ArtooError, type LanguageModel } from '@artoo/spec'
import { isMissing } from './optional-package.js'

type Environment = Readonly<Record<string, string | undefined>>

interface Access {
  readonly apiKey: string
  readonly baseURL?: string
}

interface Provider {
  /** The variables of its key, the usual one first. */
  readonly keys: readonly [string, ...string[]]
  /** The variable of another address. */
  readonly address: string
  load(modelId: string, access: Access): Promise<LanguageModel>
}

/** Packages are those beside this program: a package of the folder that it works in may have come with a repository. */
const providers: Readonly<Record<string, Provider>> = {
  anthropic: {
    keys: ['ANTHROPIC_API_KEY'],
    address: 'ANTHROPIC_BASE_URL',
    async load(modelId, access) {
      const { createAnthropic } = await import('@ai-sdk/anthropic').catch(explained('anthropic'))
      return fromAiSdk(createAnthropic(access)(modelId))
    },
  },
  google: {
    keys: ['GOOGLE_GENERATIVE_AI_API_KEY', 'GEMINI_API_KEY'],
    address: 'GOOGLE_GENERATIVE_AI_BASE_URL',
    async load(modelId, access) {
      const { createGoogleGenerativeAI } = await import('@ai-sdk/google').catch(explained('google'))
      return fromAiSdk(createGoogleGenerativeAI(access)(modelId))
    },
  },
  openai: {
    keys: ['OPENAI_API_KEY'],
    address: 'OPENAI_BASE_URL',
    async load(modelId, access) {
      const installed = await import('@ai-sdk/openai').catch((error: unknown) => {
        if (isMissing(error, '@ai-sdk/openai')) return null
        throw error
      })
      if (installed !== null) return fromAiSdk(installed.createOpenAI(access)(modelId))
      const { apiKey: OPENAI_API_KEY, baseURL: OPENAI_BASE_URL } = access
      return (await modelsFromEnvironment({ ARTOO_MODEL: modelId, OPENAI_API_KEY, OPENAI_BASE_URL })).brain
    },
  },
}

/** Whether a text is `provider/id` of a provider that is known. */
export function isProvider(name: string): boolean {
  const [provider = '', ...id] = name.split('/')
  return Object.hasOwn(providers, provider) && id.join('/') !== ''
}

/** @throws {ArtooError} `missing_environment` with the variable as `field`, `missing_package`, `unknown_provider`. */
export async function providerModel(name: string, env: Environment): Promise<LanguageModel> {
  const [provider = '', ...id] = name.split('/')
  const known = providers[provider]
  if (known === undefined) throw new ArtooError('unknown_provider', `there is no provider ${provider}`)
  const setting = (variable: string) => env[variable]?.trim() || undefined
  const apiKey = known.keys.map(setting).find((key) => key !== undefined)
  if (apiKey === undefined) {
    const [field] = known.keys
    throw new ArtooError('missing_environment', `${name} needs a key: set ${field}`, { field })
  }
  const baseURL = setting(known.address)
  return known.load(id.join('/'), { apiKey, ...(baseURL !== undefined && { baseURL }) })
}

function explained(provider: string) {
  return (cause: unknown): never => {
    const name = `@ai-sdk/${provider}`
    if (!isMissing(cause, name)) throw cause
    const message = `${provider}/… needs a package that is not there: npm install ${name} beside @artoo/cli, or npx -p @artoo/cli -p ${name} artoo`
    throw new ArtooError('missing_package', message, { field: name, cause })
  }
}
