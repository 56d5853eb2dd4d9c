import { wrappedModel } from '@artoo/llm'
import type { LanguageModel, ModelSettings } from '@artoo/spec'
import type { ModelTier } from './tiers.js'

/** Settings for all models, and over them those for one tier. */
export interface TieredSettings extends ModelSettings {
  readonly brain?: ModelSettings | undefined
  readonly tool?: ModelSettings | undefined
}

/** The settings of tasks under way. */
export interface SettingsOfTasks {
  /** Returns the task's settings over those of the instance; undefined where there are none. */
  of(tier: ModelTier, taskId: string): ModelSettings | undefined
  set(taskId: string, own: TieredSettings | undefined): void
  forget(taskId: string): void
}

export function settingsOfTasks(instance: TieredSettings = {}): SettingsOfTasks {
  const tasks = new Map<string, TieredSettings>()
  const standing = copyOf(instance)
  return {
    of(tier, taskId) {
      const own = tasks.get(taskId)
      const merged = [standing, standing[tier], own, own?.[tier]].reduce(over, {})
      return Object.keys(merged).length > 0 ? merged : undefined
    },
    set(taskId, own) {
      if (own) tasks.set(taskId, copyOf(own))
    },
    forget: (taskId) => void tasks.delete(taskId),
  }
}

/** The host's object may change after it was checked. */
const copyOf = ({ brain, tool, ...all }: TieredSettings): TieredSettings => ({
  ...all,
  ...(brain && { brain: { ...brain } }),
  ...(tool && { tool: { ...tool } }),
})

/** A model that is always asked with these settings. */
export function withSettings(model: LanguageModel, settings: ModelSettings | undefined): LanguageModel {
  if (!settings) return model
  const { maxOutputTokens = Infinity, ...others } = settings
  return wrappedModel(model, (request, options) => {
    const most = Math.min(maxOutputTokens, request.maxOutputTokens ?? Infinity)
    const asked = { ...request, settings: others, ...(most < Infinity && { maxOutputTokens: most }) }
    return model.generate(asked, options)
  })
}

const names = ['temperature', 'reasoningEffort', 'seed', 'maxOutputTokens'] as const

/** The options of one provider are joined, name by name. */
function over(all: ModelSettings, given: ModelSettings | undefined): ModelSettings {
  if (!given) return all
  const own = Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])))
  if (!given.providerOptions) return { ...all, ...own }
  const known = new Map(Object.entries(all.providerOptions ?? {}))
  for (const [name, options] of Object.entries(given.providerOptions)) {
    known.set(name, { ...known.get(name), ...options })
  }
  return { ...all, ...own, providerOptions: Object.fromEntries(known) }
}

/** Settings as a journal keeps them: what is a provider's own may be a key. */
export function keptSettings({ brain, tool, ...all }: TieredSettings): TieredSettings {
  const kept = ({ providerOptions: _, ...rest }: ModelSettings) => rest
  return { ...kept(all), ...(brain && { brain: kept(brain) }), ...(tool && { tool: kept(tool) }) }
}
