import { escaped } from '@artoo/sdk'
import type { Call, RunCommand } from '../call/call.js'
import type { Check } from './check.js'
import { checksOf } from './checks.js'
import type { Facts, ReadSettings } from './facts.js'
import { gatherFacts } from './gather-facts.js'
import { readSettings } from './read-settings.js'

/** `artoo doctor`: the command with the settings of files, flags and variables. */
export const doctor: RunCommand = doctorWith(readSettings)

/** Says what a task needs and finds here, and what mends the rest. The exit code is 1 where something stops a task. */
export function doctorWith(
  readSettings: ReadSettings,
  gather: (call: Call, readSettings: ReadSettings) => Promise<Facts> = gatherFacts,
): RunCommand {
  return async (call) => {
    const checks = checksOf(await gather(call, readSettings))
    call.stdout.write(call.flags.json ? `${escaped(checks)}\n` : checks.map(lineOf).join(''))
    return checks.some(({ state }) => state === 'missing') ? 1 : 0
  }
}

function lineOf({ name, state, text, mend }: Check): string {
  return `${state.padEnd(9)} ${name.padEnd(18)} ${text}${mend === null ? '' : ` → ${mend}`}\n`
}
