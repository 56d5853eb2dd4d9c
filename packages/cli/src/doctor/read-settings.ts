import { hasModelsInEnvironment } from '@artoo/sdk/node'
import type { Source } from '../agent/configurations.js'
import type { PlacedRule } from '../agent/merged-config.js'
import { chosenModels } from '../agent/models.js'
import { readSettings as settingsOf } from '../agent/settings.js'
import type { Call } from '../call/call.js'
import { providers } from '../init/provider.js'
import type { ModelFacts, ReadSettings } from './facts.js'
import { problemOf } from './problem.js'

/** Reads the settings as a task without a person does. */
export const readSettings: ReadSettings = async (call) => {
  const { env, flags } = call
  const { root, sources, config, mode, notes } = await settingsOf({ ...call, askTrust: null })
  const { rules, model } = config
  const placed = (list: readonly PlacedRule[]) => list.map(({ rule }) => rule)
  return {
    root,
    files: sources.map(({ path }) => path),
    ignored: notes,
    models: await chosenModels(flags.model, env, model).then(({ brain, tool }) => {
      const ids = new Set([...brain, ...tool].map(({ id }) => id))
      return [...ids].map((id) => modelFacts(id, call, sources))
    }, problemOf),
    permissions: {
      mode,
      allow: [...placed(rules.allow), ...(flags.allow ?? [])],
      ask: placed(rules.ask),
      deny: placed(rules.deny),
    },
  }
}

const variables = ['ARTOO_MODEL', 'BRAIN_MODEL', 'TOOL_MODEL']

function modelFacts(id: string, { env, flags }: Call, sources: readonly Source[]): ModelFacts {
  const named = variables.filter((variable) => env[variable]).join(', ')
  const source = sources.findLast(({ config }) => config.model !== undefined)
  const configured = hasModelsInEnvironment(env) ? named : (source?.path ?? 'no file')
  const key = providers.find(({ name }) => id.startsWith(name))?.key
  return {
    id,
    from: flags.model === undefined ? configured : '--model',
    key: key !== undefined && env[key] ? key : null,
  }
}
