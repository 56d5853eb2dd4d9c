import { oneLine } from '@artoo/sdk'
import type { AskTrust, TrustRequest } from '../agent/trust.js'
import type { Call } from '../call/call.js'
import { askYes } from './ask-yes.js'

/** A question of trust as lines for a terminal. */
export function trustLines({ path, hash, what, isChanged }: TrustRequest): readonly string[] {
  return [
    `${oneLine(path)}${isChanged ? ', which has changed since you agreed to it' : ''}`,
    `  sha256 ${hash}`,
    ...what.map((sentence) => `  - ${sentence}`),
  ]
}

/** Asks at the terminal of a call; null without one. */
export function askTrustOf(call: Call): AskTrust | null {
  if (call.stdin.isTTY !== true || call.flags.json) return null
  return (request) => {
    call.stderr.write(`${trustLines(request).join('\n')}\n`)
    return askYes(call, 'Do you agree to it?')
  }
}
