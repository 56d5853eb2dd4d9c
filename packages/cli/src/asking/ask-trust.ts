import { oneLine } from '@artoo/sdk'
import type { AskTrust, TrustRequest } from '../agent/trust.js'
import type { Surroundings } from '../call/call.js'
import { askYes } from './ask-yes.js'

/** A question of trust as lines for a terminal. */
export function trustLines({ path, hash, what, isChanged }: TrustRequest): readonly string[] {
  return [
    `${oneLine(path)}${isChanged ? ', which has changed since you agreed to it' : ''}`,
    `  sha256 ${hash}`,
    ...what.map((sentence) => `  - ${sentence}`),
  ]
}

/** Asks in a terminal. */
export function askTrust(surroundings: Surroundings): AskTrust {
  return (request) => {
    surroundings.stderr.write(`${trustLines(request).join('\n')}\n`)
    return askYes(surroundings, 'Do you agree to it?')
  }
}
