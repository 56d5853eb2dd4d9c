import { gzipRule, tarRule, unzipRule, xxdRule } from './archive-rules.js'
import type { Argument } from './argument.js'
import { awkRule } from './awk-rule.js'
import { findRule } from './find-rule.js'
import { gitRule } from './git-rule.js'
import { jqRule } from './jq-rule.js'
import { parseArguments } from './option-table.js'
import { harmlessCommands, limitedCommands } from './read-only-commands.js'
import type { Reason, Rule } from './rule.js'
import { sedRule } from './sed-rule.js'
import { bracketRule, commandRule, dateRule, printfRule, readRule, testRule, timeoutRule } from './simple-rules.js'
import { asksVersion } from './versions.js'
import { xargsRule } from './xargs-rule.js'

const rules: ReadonlyMap<string, Rule> = new Map<string, Rule>([
  ...[...harmlessCommands].map((name): [string, Rule] => [name, () => null]),
  ...Object.entries(limitedCommands).map(([name, table]): [string, Rule] => [
    name,
    (args) => {
      const parsed = parseArguments(args, table)
      return typeof parsed === 'string' ? parsed : null
    },
  ]),
  ['date', dateRule],
  ['test', testRule],
  ['[', bracketRule],
  ['printf', printfRule],
  ['read', readRule],
  ['command', commandRule],
  ['timeout', timeoutRule],
  ['find', findRule],
  ['xargs', xargsRule],
  ['sed', sedRule],
  ['git', gitRule],
  ['jq', jqRule],
  ['tar', tarRule],
  ['unzip', unzipRule],
  ['gzip', gzipRule],
  ['gunzip', gzipRule],
  ['xxd', xxdRule],
  ...['awk', 'gawk', 'mawk', 'nawk'].map((name): [string, Rule] => [name, awkRule]),
])

/** The most programs that run one another: `xargs timeout 5 grep`. */
const longestChain = 8

/** Why this command needs confirmation, or null when it and whatever it runs are known to be read-only. */
export function judgeCommand(name: Argument, args: readonly Argument[], chain = 1): Reason {
  if (!name.fixed) return 'the name of a command is only known at run time'
  if (chain > longestChain) return `more than ${longestChain} programs run one another`
  if (asksVersion(name.prefix, args)) return null
  const rule = rules.get(name.prefix)
  if (!rule) return `${name.prefix} is not known to be read-only`
  const reason = rule(args, (inner, innerArgs) => judgeCommand(inner, innerArgs, chain + 1))
  return reason === null ? null : `${name.prefix}: ${reason}`
}
