import { type OptionTable, parseArguments } from './option-table.js'
import type { Rule } from './rule.js'
import { isHarmlessSedScript } from './sed-script.js'

/** Left out: -i, -f, -s and everything else. */
const table: OptionTable = {
  flags: 'nEr',
  values: 'e',
  long: ['quiet', 'silent', 'regexp-extended', 'expression='],
  optionsFirst: true,
}

export const sedRule: Rule = (args) => {
  const parsed = parseArguments(args, table)
  if (typeof parsed === 'string') return parsed
  const given = parsed.options.filter(({ name }) => name === 'e' || name === 'expression').map(({ value }) => value)
  const scripts = given.length > 0 ? given : parsed.operands.slice(0, 1)
  const harmless = scripts.every((script) => script?.fixed === true && isHarmlessSedScript(script.prefix))
  return harmless && scripts.length > 0
    ? null
    : 'this script is not a known harmless one; free are p, d, q, s/x/y/g and the like, without w, e, r, a, i, c'
}
