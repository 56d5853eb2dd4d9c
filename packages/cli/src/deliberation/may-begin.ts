import { askYes } from '../asking/ask-yes.js'
import type { Call } from '../call/call.js'
import { exitCodes } from '../call/exit-codes.js'

/** Shows the estimate before anything is spent, and asks. Null for a yes, otherwise the exit code. */
export async function mayBegin(call: Call, estimate: readonly string[]): Promise<number | null> {
  const { flags, stdin, stderr } = call
  stderr.write(`${estimate.join('\n')}\n`)
  if (flags.force) return null
  if (stdin.isTTY && !flags.json) return (await askYes(call, 'Begin?')) ? null : exitCodes.failed[0]
  stderr.write('Nothing was spent: say yes in a terminal, or give --force.\n')
  return exitCodes.usage[0]
}
