import type { Call } from '../call/call.js'
import { askedFiles } from './configurations.js'
import { type AskTrust, trustIn } from './trust.js'
import { workingFolder } from './working-folder.js'

/**
 * Puts the question of each file of the project that needs one. No code of it is run. Empty where there is no such file.
 * `isKept`: the yes holds the next time, which it does not for a file whose imports can't all be told.
 */
export async function trustConfig({ cwd, flags, env }: Pick<Call, 'cwd' | 'flags' | 'env'>, askTrust: AskTrust) {
  const root = workingFolder(cwd, flags.dir)
  const trusted = []
  for (const { path } of askedFiles({ env, root })) {
    const { answer, reached } = await trustIn(path, { root, askTrust })
    trusted.push({ path, answer, isKept: ['kept', 'agreed'].includes(answer) && reached.unclear.length === 0 })
  }
  return trusted
}
