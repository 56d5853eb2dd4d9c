import { configurations } from '../agent/configurations.js'
import { readFlags } from '../agent/flags.js'
import { mergedConfig } from '../agent/merged-config.js'
import { chosenModels } from '../agent/models.js'
import { workingFolder } from '../agent/working-folder.js'
import type { Call } from '../call/call.js'
import { trustAsker } from './trust/trust-asker.js'

/** Configuration and models, as systems beside the agent take them. */
export async function systemSetup(call: Call) {
  const { cwd, env, flags, signal } = call
  const root = workingFolder(cwd, flags.dir)
  const given = readFlags(flags)
  const askTrust = call.stdin.isTTY && !flags.json ? trustAsker(call) : null
  const found = await configurations({ env, root, cwd, named: flags.config, askTrust, signal })
  const config = mergedConfig(found.sources)
  const models = await chosenModels(flags.model, env, config.model)
  // The limits of a task would end a system, which lasts longer.
  const { timeMs, modelCalls, toolCalls, replans, retries, toolTurns, concurrency, background, ...lasting } =
    config.limits ?? {}
  return {
    root,
    config,
    models,
    mode: given.mode ?? config.mode,
    limits: { ...lasting, ...given.limits },
    notes: found.notes,
  }
}
