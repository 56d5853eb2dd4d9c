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
  const placeholders = parsed.options.filter((option) => option.name === 'I').map(({ value }) => value)
  const [placeholder] = placeholders
  if (placeholder === undefined) return judge(name, [...rest, unknownArguments])
  if (!placeholder?.fixed || placeholder.prefix === '' || placeholders.length > 1)
    return 'xargs -I without a fixed text'
  if (name.prefix.includes(placeholder.prefix)) return 'xargs makes the command name out of its input'
  return judge(
    name,
    rest.map((word) => withPlaceholder(word, placeholder.prefix)),
  )
}
