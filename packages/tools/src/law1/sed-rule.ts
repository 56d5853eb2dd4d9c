import { type OptionTable, parseArguments } from './option-table.js'
import type { Rule } from './rule.js'

/** Left out: -i, -f, -s and everything else. */
const table: OptionTable = {
  flags: 'nEr',
  values: 'e',
  long: ['quiet', 'silent', 'regexp-extended', 'expression='],
}

const address = String.raw`(?:\d+|\$|/(?:[^/\\\n]|\\[^\n])*/)`
const range = String.raw`(?:${address}(?:,(?:${address}|\+\d+))?\s*!?\s*)?`
const substitution = String.raw`s([/|#,:])(?:(?!\1)[^\\\n]|\\[^\n])*\1(?:(?!\1)[^\\\n]|\\[^\n])*\1[gpiI\d]*`

/** One command that prints, deletes from the output, quits or substitutes: no w, e, r or several commands. */
const harmlessScript = new RegExp(String.raw`^\s*${range}(?:[pdq=]|${substitution})\s*$`)

export const sedRule: Rule = (args) => {
  const parsed = parseArguments(args, table)
  if (typeof parsed === 'string') return parsed
  const given = parsed.options.filter(({ name }) => name === 'e' || name === 'expression').map(({ value }) => value)
  const scripts = given.length > 0 ? given : parsed.operands.slice(0, 1)
  const harmless = scripts.every((script) => script?.fixed === true && harmlessScript.test(script.prefix))
  return harmless && scripts.length > 0 ? null : 'this script is not a known harmless one'
}
