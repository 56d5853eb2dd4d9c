import { isRecord, type Json, type ModelRequest } from '@artoo/spec'
import type { AiSdkModel, CallOptions } from './ai-sdk-model.js'

type Options = Readonly<Record<string, Json>>
type ProviderOptions = Readonly<Record<string, Options>>

/** The option in which providers before version v4 take the effort, by their name; others have `reasoningEffort`. */
const effortOf: Readonly<Record<string, (effort: string) => Options>> = {
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
  // Anthropic's provider makes a budget for thinking of `reasoning`, and adds it to the output tokens that were granted.
  const isOwnOption = specificationVersion === 'v4' && family !== 'anthropic'
  const inOptions = Object.hasOwn(effortOf, family) ? effortOf[family] : undefined
  const own: readonly ProviderOptions[] = [
    // OpenAI's strict mode refuses schemas with optional fields; artoo validates every answer anyway.
    ...(output ? ['openai', family].map((name) => ({ [name]: { strictJsonSchema: false } })) : []),
    ...(reasoningEffort !== undefined && !isOwnOption
      ? [{ [family]: inOptions?.(reasoningEffort) ?? { reasoningEffort } }]
      : []),
  ]
  const all = joined([...own, providerOptions])
  return {
    ...(temperature !== undefined && { temperature }),
    ...(seed !== undefined && { seed }),
    ...(reasoningEffort !== undefined && isOwnOption && { reasoning: reasoningEffort }),
    ...(all.size > 0 && { providerOptions: Object.fromEntries(all) }),
  }
}

/** Options by the name of their provider. Where two are objects, their fields are joined. */
function joined(given: readonly ProviderOptions[]): ReadonlyMap<string, Options> {
  const all = new Map<string, Options>()
  for (const [name, options] of given.flatMap(Object.entries<Options>)) {
    const known = all.get(name) ?? {}
    const both = Object.entries(options).map(([field, value]) => [field, over(known[field], value)] as const)
    all.set(name, { ...known, ...Object.fromEntries(both) })
  }
  return all
}

const over = (known: Json | undefined, value: Json): Json =>
  isRecord(known) && isRecord(value) ? { ...known, ...value } : value
