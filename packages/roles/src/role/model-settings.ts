import type { ModelSettings } from '@artoo/spec'
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
  return {
    of(tier, taskId) {
      const merged = [instance, instance[tier], tasks.get(taskId), tasks.get(taskId)?.[tier]].reduce(over, {})
      return Object.keys(merged).length > 0 ? merged : undefined
    },
    set(taskId, own) {
      if (own) tasks.set(taskId, own)
    },
    forget: (taskId) => void tasks.delete(taskId),
  }
}

const names = ['temperature', 'reasoningEffort', 'seed', 'maxOutputTokens'] as const

/** The options of one provider are joined, name by name. */
function over(all: ModelSettings, given: ModelSettings = {}): ModelSettings {
  const own = Object.fromEntries(names.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])))
  if (!given.providerOptions) return { ...all, ...own }
  const providerOptions = { ...all.providerOptions }
  for (const [name, options] of Object.entries(given.providerOptions)) {
    providerOptions[name] = { ...providerOptions[name], ...options }
  }
  return { ...all, ...own, providerOptions }
}

/** Settings as a journal keeps them: what is a provider's own may be a key. */
export function keptSettings({ brain, tool, ...all }: TieredSettings): TieredSettings {
  const kept = ({ providerOptions: _, ...rest }: ModelSettings) => rest
  return { ...kept(all), ...(brain && { brain: kept(brain) }), ...(tool && { tool: kept(tool) }) }
}
