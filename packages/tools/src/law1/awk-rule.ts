import { isHarmlessAwkProgram } from './awk-program.js'
import { type OptionTable, parseArguments } from './option-table.js'
import type { Rule } from './rule.js'

/** Left out: -f, -i, -l, -E, -e and everything else. The program ends the options. */
const table: OptionTable = { values: 'Fv', ordered: true }

export const awkRule: Rule = (args) => {
  const parsed = parseArguments(args, table)
  if (typeof parsed === 'string') return parsed
  const [program, ...files] = parsed.operands
  const assigned = parsed.options.filter(({ name }) => name === 'v')
  if (!assigned.every(({ value }) => value !== null && /^[a-zA-Z_]\w*=/.test(value.prefix))) {
    return '-v without a fixed name'
  }
  // gawk opens network connections by the name of a file.
  if (files.some(({ prefix }) => prefix.startsWith('/inet'))) return 'a file name that may be a network connection'
  const harmless = program?.fixed === true && isHarmlessAwkProgram(program.prefix)
  return harmless ? null : 'this program is not a known harmless one: no getline, system, pipe, redirection or function'
}
