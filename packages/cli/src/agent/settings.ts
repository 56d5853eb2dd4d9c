import type { Call } from '../call/call.js'
import { configurations } from './configurations.js'
import { readFlags } from './flags.js'
import { mergedConfig } from './merged-config.js'
import type { AskTrust } from './trust.js'
import { workingFolder } from './working-folder.js'

export interface SettingsOptions extends Pick<Call, 'flags' | 'env' | 'cwd'> {
  /** Asks a person about a configuration that may have come with a repository; null where no person is there: such a file is left out. */
  readonly askTrust: AskTrust | null
  readonly signal?: AbortSignal | undefined
}

/** The settings of flags and configurations. Flags win, but rules and notes of all sources count. */
export async function readSettings({ flags, env, cwd, askTrust, signal }: SettingsOptions) {
  const root = workingFolder(cwd, flags.dir)
  const given = readFlags(flags)
  const { sources, notes } = await configurations({ env, root, cwd, named: flags.config, askTrust, signal })
  const config = mergedConfig(sources)
  return { root, given, sources, config, mode: given.mode ?? config.mode, notes }
}
