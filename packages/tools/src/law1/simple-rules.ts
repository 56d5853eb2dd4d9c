import { type Argument, mayBeOption } from './argument.js'
import { parseArguments } from './option-table.js'
import { limitedCommands } from './read-only-commands.js'
import type { Rule } from './rule.js'

/**
 * Names that a script may set. Lower case only: what a shell or a program heeds (PATH, IFS, ENV, LD_PRELOAD, GIT_DIR)
 * is upper case, a name space that POSIX keeps for it.
 */
export const settableName = /^[a-z_][a-z0-9_]*$/

const isFixed = (argument: Argument | undefined, pattern: RegExp) =>
  argument?.fixed === true && pattern.test(argument.prefix)

export const unaryTests: ReadonlySet<string> = new Set([...'bcdefghkLnprsStuwxzOGN'].map((letter) => `-${letter}`))
export const numberTests: ReadonlySet<string> = new Set(['-eq', '-ne', '-gt', '-ge', '-lt', '-le'])
export const textTests: ReadonlySet<string> = new Set(['=', '==', '!=', '-nt', '-ot', '-ef'])
const binaryTests = new Set([...textTests, ...numberTests])

/** `test`: bash evaluates the operand of -v as code, so operators must be fixed and in a known place. */
export const testRule: Rule = (args) => {
  const words = args.length > 1 && isFixed(args[0], /^!$/) ? args.slice(1) : args
  const [first, second] = words
  const operator = words.length === 2 ? first : words.length === 3 ? second : undefined
  const known = words.length === 2 ? unaryTests : binaryTests
  const shaped = words.length <= 1 || (operator?.fixed === true && known.has(operator.prefix))
  return shaped && words.every(({ fields }) => fields === 'one')
    ? null
    : 'this form is not a known harmless one; compare one pair, and quote what is expanded'
}

export const bracketRule: Rule = (args, judge) => {
  const last = args.at(-1)
  return isFixed(last, /^\]$/) ? testRule(args.slice(0, -1), judge) : 'its ] is missing'
}

/** bash's `printf -v NAME` and `printf %n NAME` set a variable. */
export const printfRule: Rule = ([format]) => {
  const fixed = format?.fixed === true && !mayBeOption(format)
  const counts = /%[^%A-Za-z]*[hjlLtz]*n/.test(format?.prefix.replaceAll('%%', '') ?? '')
  return fixed && !counts ? null : 'the format may set a variable'
}

export const readRule: Rule = (args) => {
  const names = isFixed(args[0], /^-r$/) ? args.slice(1) : args
  return names.every(({ fixed, prefix }) => fixed && settableName.test(prefix))
    ? null
    : 'it may set something other than a lower-case variable'
}

export const dateRule: Rule = (args) => {
  const parsed = parseArguments(args, limitedCommands.date)
  if (typeof parsed === 'string') return parsed
  // A number would set the daylight saving time of an old BSD; GNU and busybox read all of these.
  const day = parsed.options.find(({ name }) => name === 'd')?.value
  if (day && !/[^\s\d+-]/.test(day.prefix)) return 'the value of -d may be a number'
  const formats = parsed.operands.every(({ prefix }) => prefix.startsWith('+'))
  return formats ? null : 'with an operand it sets the clock'
}

/** `command name …` runs the name; `command -v name` only looks it up. */
export const commandRule: Rule = ([first, ...rest], judge) => {
  if (first === undefined || isFixed(first, /^-[vV]$/)) return null
  return judge(first, rest)
}

export const timeoutRule: Rule = ([duration, name, ...rest], judge) => {
  if (!isFixed(duration, /^\d+(\.\d+)?[smhd]?$/) || name === undefined) return 'this form is not a known one'
  return judge(name, rest)
}
