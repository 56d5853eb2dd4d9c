import { chosenModels } from './models.js'
import { readSettings, type SettingsOptions } from './settings.js'

/** Settings and models as the systems beside the agent take them: the loop, deliberation. */
export async function systemSetup(options: SettingsOptions) {
  const { given, config, ...settings } = await readSettings(options)
  // The limits of a task would end a system, which lasts longer.
  const { timeMs, modelCalls, toolCalls, replans, retries, toolTurns, concurrency, background, ...lasting } =
    config.limits ?? {}
  return {
    ...settings,
    config,
    models: await chosenModels(options.flags.model, options.env, config.model),
    limits: { ...lasting, ...given.limits },
  }
}
