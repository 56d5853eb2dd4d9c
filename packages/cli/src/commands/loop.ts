import { ArtooError } from '@artoo/spec'
import type { RunCommand } from '../call/call.js'
import { loopActions } from '../loop/loop-actions.js'
import { loopPackage } from '../loop/loop-package.js'

/** `artoo loop`: a job that code checks. */
export const loop: RunCommand = async (call) => {
  const [name = '', ...words] = call.words
  const action = loopActions[name]
  if (!action) throw new ArtooError('missing_argument', `artoo loop has ${Object.keys(loopActions).join(', ')}`)
  return action(call, words.join(' '), await loopPackage(name))
}
