import type { Argument } from './argument.js'
import { isHarmlessAwkProgram } from './awk-program.js'
import { type OptionTable, parseArguments } from './option-table.js'
import type { Rule } from './rule.js'

/** Left out: -f, -i, -l, -E, -e and everything else. The program ends the options. */
const table: OptionTable = { values: 'Fv', ordered: true }

/** gawk connects to a machine for a file `/inet/tcp/0/HOST/PORT`; a glob stands for files that exist, or for itself. */
function mayBeConnection({ prefix, fixed, fields }: Argument): boolean {
  if (prefix.startsWith('/inet')) return true
  return !fixed && fields !== 'globbed' && '/inet'.startsWith(prefix)
}

export const awkRule: Rule = (args) => {
  const parsed = parseArguments(args, table)
  if (typeof parsed === 'string') return parsed
  const [program, ...files] = parsed.operands
  const assigned = parsed.options.filter(({ name }) => name === 'v')
  if (!assigned.every(({ value }) => value !== null && /^[a-zA-Z_]\w*=/.test(value.prefix))) {
    return '-v without a fixed name'
  }
  if (files.some(mayBeConnection)) return 'a file name that may be a network connection; start it with ./'
  const harmless = program?.fixed === true && isHarmlessAwkProgram(program.prefix)
  return harmless ? null : 'this program is not a known harmless one: no getline, system, pipe, redirection or function'
}
