import { fixedArgument, unknownArguments, withPlaceholder } from './argument.js'
import { type OptionTable, parseArguments } from './option-table.js'
import type { Rule } from './rule.js'

/** Left out: -a, -o, -p, -J, -e, -i, -l. */
const table: OptionTable = {
  flags: '0rtx',
  values: 'nLPIds',
  long: ['null', 'no-run-if-empty', 'verbose', 'exit', 'max-args=', 'max-procs=', 'max-chars=', 'delimiter='],
  ordered: true,
}

/** The command that xargs runs, with arguments that only its input tells. */
export const xargsRule: Rule = (args, judge) => {
  const parsed = parseArguments(args, table)
  if (typeof parsed === 'string') return parsed
  const [name = fixedArgument('echo'), ...rest] = parsed.operands
  const replacing = parsed.options.find((option) => option.name === 'I')
  if (replacing === undefined) return judge(name, [...rest, unknownArguments])
  // A later -n, -L or -I would cancel this one.
  if (parsed.options.some((option) => option !== replacing && option.value !== null)) return '-I beside other options'
  const placeholder = replacing.value
  if (!placeholder?.fixed || placeholder.prefix === '') return '-I without a fixed text'
  if (name.prefix.includes(placeholder.prefix)) return 'the command name comes from the input'
  return judge(
    name,
    rest.map((word) => withPlaceholder(word, placeholder.prefix)),
  )
}
