import { languageModel } from '@artoo/llm'
import { hasModelsInEnvironment, modelsFromEnvironment } from '@artoo/llm/environment'
import { ArtooError, type LanguageModel } from '@artoo/spec'
import type { ConfiguredModel, ModelOrName } from './config.js'
import { isProvider, providerModel } from './providers.js'

type Environment = Readonly<Record<string, string | undefined>>
type Chain = readonly [LanguageModel, ...LanguageModel[]]

export interface ChosenModels {
  readonly brain: Chain
  readonly tool: Chain
}

/**
 * The models of the flag, else those of the environment, else those of the configuration.
 *
 * @param ignored sentences on configurations that don't count, which may name one
 * @throws {ArtooError} `missing_model`, `unknown_provider`, `missing_package`, `missing_environment` with the variable as `field`, `invalid_option`.
 */
export async function chosenModels(
  flag: string | undefined,
  env: Environment,
  configured: ConfiguredModel | undefined,
  ignored: readonly string[] = [],
): Promise<ChosenModels> {
  if (flag !== undefined) return same(await namedModel(flag, env))
  if (hasModelsInEnvironment(env)) return environmentModels(env)
  if (configured === undefined) throw noModel(ignored)
  if (typeof configured === 'object' && 'brain' in configured) {
    const { brain, tool } = configured
    return { brain: await chainOf(brain, 'model.brain', env), tool: await chainOf(tool, 'model.tool', env) }
  }
  const chain = await chainOf(configured, 'model', env)
  return { brain: chain, tool: chain }
}

/** `ARTOO_MODEL` may be the name of a provider's model, as a flag may. */
async function environmentModels(env: Environment): Promise<ChosenModels> {
  const own = ['BRAIN_MODEL', 'TOOL_MODEL', 'OPENAI_BASE_URL', 'BRAIN_BASE_URL', 'TOOL_BASE_URL']
  const name = env.ARTOO_MODEL?.trim() ?? ''
  if (isProvider(name) && own.every((variable) => !env[variable]?.trim())) return same(await providerModel(name, env))
  const { brain, tool } = await modelsFromEnvironment(env)
  return { brain: [brain], tool: [tool] }
}

async function chainOf(
  choice: ModelOrName | readonly [ModelOrName, ...ModelOrName[]],
  field: string,
  env: Environment,
): Promise<Chain> {
  if (!isList(choice)) return [await modelOf(choice, field, env)]
  const [first, ...others] = choice
  if (first === undefined) throw new ArtooError('invalid_config', `${field} is an empty list`, { field })
  const loading = others.map((other, index) => modelOf(other, `${field}[${index + 1}]`, env))
  return [await modelOf(first, `${field}[0]`, env), ...(await Promise.all(loading))]
}

async function modelOf(choice: ModelOrName, field: string, env: Environment): Promise<LanguageModel> {
  return typeof choice === 'string' ? namedModel(choice, env) : languageModel(choice, field)
}

/** A name of a provider's model; any other is one of the server that `OPENAI_BASE_URL` names. */
async function namedModel(name: string, env: Environment): Promise<LanguageModel> {
  if (isProvider(name)) return providerModel(name, env)
  if (name.includes('/') && !env.OPENAI_BASE_URL?.trim()) {
    const message = `${name} names no known provider: it may be openai/…, anthropic/… or google/…, or any model of the server that OPENAI_BASE_URL names`
    throw new ArtooError('unknown_provider', message, { field: 'model' })
  }
  const { OPENAI_API_KEY, OPENAI_BASE_URL } = env
  return (await modelsFromEnvironment({ ARTOO_MODEL: name, OPENAI_API_KEY, OPENAI_BASE_URL })).brain
}

const same = (model: LanguageModel): ChosenModels => ({ brain: [model], tool: [model] })

const isList = (
  choice: ModelOrName | readonly [ModelOrName, ...ModelOrName[]],
): choice is readonly [ModelOrName, ...ModelOrName[]] => Array.isArray(choice)

function noModel(ignored: readonly string[]): ArtooError {
  const ways = [
    'no model is named: give --model provider/id, such as --model anthropic/claude-sonnet-4-5',
    'or set ARTOO_MODEL (with OPENAI_API_KEY, and OPENAI_BASE_URL for any server that speaks OpenAI’s chat completions)',
    'or set model in ~/.config/artoo/config.json',
  ].join('; ')
  const message = [ways, ...ignored].join('. ')
  return new ArtooError('missing_model', message, { field: 'model' })
}
