import type { Call } from '../call/call.js'
import { askedFiles } from './configurations.js'
import { type AskTrust, trustIn } from './trust.js'
import { workingFolder } from './working-folder.js'

/**
 * Asks about each file of the project that needs the consent of a person. No code of it is run. Empty without such a file.
 * `isKept`: the consent holds the next time. It doesn't for a file with imports that can't be resolved beforehand.
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
