import type { Json, ModelRequest } from '@artoo/spec'
import type { AiSdkModel, CallOptions } from './ai-sdk-model.js'

type ProviderOptions = Readonly<Record<string, Readonly<Record<string, Json>>>>

/** The option in which providers before version v4 take the effort, by their name; others have `reasoningEffort`. */
const effortOf: Readonly<Record<string, (effort: string) => Readonly<Record<string, Json>>>> = {
  anthropic: (effort) => ({ effort }),
  google: (thinkingLevel) => ({ thinkingConfig: { thinkingLevel } }),
}

/** Settings as call options. Of two options of one provider the host's counts. */
export function settingsFor(
  { specificationVersion }: AiSdkModel,
  { settings = {}, output }: Pick<ModelRequest, 'settings' | 'output'>,
  family: string,
): Pick<CallOptions, 'temperature' | 'seed' | 'reasoning' | 'providerOptions'> {
  const { temperature, seed, reasoningEffort, providerOptions = {} } = settings
  const isOwnOption = specificationVersion === 'v4'
  const effort = reasoningEffort !== undefined && !isOwnOption
  const own: readonly ProviderOptions[] = [
    // OpenAI's strict mode refuses schemas with optional fields; artoo validates every answer anyway.
    ...(output ? ['openai', family].map((name) => ({ [name]: { strictJsonSchema: false } })) : []),
    ...(effort ? [{ [family]: effortOf[family]?.(reasoningEffort) ?? { reasoningEffort } }] : []),
  ]
  const all = joined([...own, providerOptions])
  return {
    ...(temperature !== undefined && { temperature }),
    ...(seed !== undefined && { seed }),
    ...(reasoningEffort !== undefined && isOwnOption && { reasoning: reasoningEffort }),
    ...(Object.keys(all).length > 0 && { providerOptions: all }),
  }
}

function joined(given: readonly ProviderOptions[]): ProviderOptions {
  const all: Record<string, Readonly<Record<string, Json>>> = {}
  for (const options of given) {
    for (const [name, own] of Object.entries(options)) all[name] = { ...all[name], ...own }
  }
  return all
}
