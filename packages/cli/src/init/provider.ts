/** A provider that the model of a new project comes from. */
export interface Provider {
  /** Its name in `artoo.config.ts`, and that of the function which its package exports. */
  readonly name: string
  readonly package: string
  readonly model: string
  /** The variable of its key. */
  readonly key: string
}

/** The range of versions of their packages, which are released together. */
export const providerRange = '^3.0.0'

export const providers = [
  { name: 'openai', package: '@ai-sdk/openai', model: 'gpt-5-mini', key: 'OPENAI_API_KEY' },
  { name: 'anthropic', package: '@ai-sdk/anthropic', model: 'claude-sonnet-4-5', key: 'ANTHROPIC_API_KEY' },
  { name: 'google', package: '@ai-sdk/google', model: 'gemini-2.5-flash', key: 'GOOGLE_GENERATIVE_AI_API_KEY' },
] as const satisfies readonly Provider[]

const [openAi] = providers

/** The provider of `model`, such as `anthropic/claude-sonnet-4-5`; without one the first whose key is there, else OpenAI. Null for another name. */
export function providerFor(
  model: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): Provider | null {
  if (model === undefined) return providers.find(({ key }) => env[key]) ?? openAi
  const [, name, id] = /^([a-z]+)\/([\w.:-]+)$/.exec(model) ?? []
  const found = providers.find((provider) => provider.name === name)
  return found && id !== undefined ? { ...found, model: id } : null
}
