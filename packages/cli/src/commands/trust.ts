import { oneLine } from '@artoo/sdk'
import { trustConfig } from '../agent/trust-config.js'
import { trustLines } from '../asking/ask-trust.js'
import { askYes } from '../asking/ask-yes.js'
import type { RunCommand } from '../call/call.js'
import { exitCodes } from '../call/exit-codes.js'

/** `artoo trust`: a person's yes to what the configuration of a project would run. */
export const trust: RunCommand = async (call) => {
  const { flags, stdin, stdout, stderr } = call
  const files = await trustConfig(call, async (request) => {
    stdout.write(`${trustLines(request).join('\n')}\n`)
    if (flags.force) return true
    if (stdin.isTTY) return askYes(call, 'Do you agree to it?')
    stderr.write('Not agreed to: say yes in a terminal, or by --force.\n')
    return false
  })
  if (files.length === 0) stdout.write('This folder has no configuration that needs your yes.\n')
  for (const { path, answer, isKept } of files) {
    const shown = oneLine(path)
    if (answer === 'kept') stdout.write(`${shown} is as you agreed to it.\n`)
    else if (answer === 'refused') stdout.write(`${shown} is ignored.\n`)
    else if (isKept) stdout.write(`${shown} counts from now on, as long as nothing of it changes.\n`)
    else
      stderr.write(
        `${shown}: the yes can’t be kept, since it reaches what can’t be told beforehand. Name the file by --config.\n`,
      )
  }
  return files.every(({ isKept }) => isKept) ? exitCodes.complete[0] : exitCodes.failed[0]
}
